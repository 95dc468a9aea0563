/** `totp`: an authenticator app that shows time-based one-time passwords (RFC 6238). */
export const FACTOR_TYPES = ['totp'] as const;
export type FactorType = (typeof FACTOR_TYPES)[number];
