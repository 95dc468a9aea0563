/** How often something may be tried. */
export interface AttemptLimits {
  /** Attempts that cost no wait. */
  freeAttempts: number;
  /** The longest wait; the wait doubles from 1 s up to it. */
  maximumWaitSeconds: number;
  /** After so many quiet seconds the attempts are forgotten. */
  forgetAfterSeconds: number;
  /** Whether it is refused, not counted by each process alone, while the store that all share does not answer. */
  closes: boolean;
}

const USUAL = { maximumWaitSeconds: 300, forgetAfterSeconds: 3_600, closes: false };

/** What is slowed down where it is tried too often. */
export const ATTEMPT_LIMITS = {
  /** Keys that fail, by address. */
  apiKey: { ...USUAL, freeAttempts: 100, maximumWaitSeconds: 60 },
  /** Credentials of clients that fail, by address. */
  clientCredentials: { ...USUAL, freeAttempts: 100, maximumWaitSeconds: 60 },
  /** Personal access tokens that fail, by address. */
  personalAccessToken: { ...USUAL, freeAttempts: 100, maximumWaitSeconds: 60 },
  /** Passwords, by account. */
  passwordOfAccount: { ...USUAL, freeAttempts: 5, maximumWaitSeconds: 60, closes: true },
  /** Passwords that fail, by network. */
  passwordFromNetwork: { ...USUAL, freeAttempts: 20, closes: true },
  /** Second factors, by account. */
  factorOfAccount: { ...USUAL, freeAttempts: 5, closes: true },
  /** Second factors that fail, by network. */
  factorFromNetwork: { ...USUAL, freeAttempts: 20, closes: true },
  /** Messages about second factors, by account. */
  factorNotice: { ...USUAL, freeAttempts: 10 },
  /** Uses of links that set a password, by network. */
  passwordReset: { ...USUAL, freeAttempts: 20 },
  /** Requests for such links by mail, by network. */
  passwordResetRequest: { ...USUAL, freeAttempts: 20 },
  /** The same, by the address that they name. */
  passwordResetOfAddress: { ...USUAL, freeAttempts: 5 },
  /** Uses of links that verify an address, by network. */
  emailVerification: { ...USUAL, freeAttempts: 20 },
  /** Such links by mail, by account and by address. */
  emailVerificationMail: { ...USUAL, freeAttempts: 5 },
  /** Invitations by mail, by the account that invites. */
  invitationMail: { ...USUAL, freeAttempts: 50, maximumWaitSeconds: 60 },
  /** The same, by the address that is invited. */
  invitationMailToAddress: { ...USUAL, freeAttempts: 5 },
  /** Lookups of what proves a domain, by organization. */
  domainVerification: { ...USUAL, freeAttempts: 20, maximumWaitSeconds: 60 },
  /** Lookups of a company's identity provider, by network. */
  signInLookup: { ...USUAL, freeAttempts: 100, maximumWaitSeconds: 60 },
  /** Readings of an issuer's description, by organization. */
  issuerDescription: { ...USUAL, freeAttempts: 20, maximumWaitSeconds: 60 },
  /** Test events and repeated deliveries of webhooks, by the account that asks for them. */
  webhookByHand: { ...USUAL, freeAttempts: 100, maximumWaitSeconds: 60 },
  /** Uses of links that sign in, by network. */
  signInLink: { ...USUAL, freeAttempts: 20 },
  /** Sign-ins with an identity provider that have begun since the last that ended well, by network. */
  singleSignOn: { ...USUAL, freeAttempts: 100, maximumWaitSeconds: 60 },
  /** Sign-ins with a passkey that have begun since the last that ended well, by network. */
  passkeySignIn: { ...USUAL, freeAttempts: 100, maximumWaitSeconds: 60 },
  /** New accounts, by network. */
  registration: { ...USUAL, freeAttempts: 20 },
} as const satisfies Record<string, AttemptLimits>;

export type AttemptKind = keyof typeof ATTEMPT_LIMITS;
