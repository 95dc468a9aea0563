/** `totp`: an authenticator app with time-based one-time passwords (RFC 6238). `passkey`: a public key (WebAuthn). */
export const FACTOR_TYPES = ['totp', 'passkey'] as const;
export type FactorType = (typeof FACTOR_TYPES)[number];
