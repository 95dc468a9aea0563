/** How often something may be tried. */
export interface AttemptLimits {
  /** Attempts that cause no wait. */
  freeAttempts: number;
  /** The longest wait; the wait doubles from 1 s up to it. */
  maximumWaitSeconds: number;
  /** Seconds without an attempt after which earlier attempts are forgotten. */
  forgetAfterSeconds: number;
  /** Whether attempts are refused, rather than counted per process, while the shared store doesn't respond. */
  closes: boolean;
}

const USUAL = { maximumWaitSeconds: 300, forgetAfterSeconds: 3_600, closes: false };

/** The kinds of attempts that are throttled. */
export const ATTEMPT_LIMITS = {
  /** Failed API keys, by network. */
  apiKey: { ...USUAL, freeAttempts: 100, maximumWaitSeconds: 60 },
  /** Failed client credentials, by network. */
  clientCredentials: { ...USUAL, freeAttempts: 100, maximumWaitSeconds: 60 },
  /** Failed personal access tokens, by network. */
  personalAccessToken: { ...USUAL, freeAttempts: 100, maximumWaitSeconds: 60 },
  /** Passwords, by account. */
  passwordOfAccount: { ...USUAL, freeAttempts: 5, maximumWaitSeconds: 60, closes: true },
  /** Failed passwords, by network. */
  passwordFromNetwork: { ...USUAL, freeAttempts: 20, closes: true },
  /** Second factors, by account. */
  factorOfAccount: { ...USUAL, freeAttempts: 5, closes: true },
  /** Failed second factors, by network. */
  factorFromNetwork: { ...USUAL, freeAttempts: 20, closes: true },
  /** Messages about second factors, by account. */
  factorNotice: { ...USUAL, freeAttempts: 10 },
  /** Uses of links that set a password, by network. */
  passwordReset: { ...USUAL, freeAttempts: 20 },
  /** Requests for mails with such links, by network. */
  passwordResetRequest: { ...USUAL, freeAttempts: 20 },
  /** Requests for mails with such links, by the email address in the request. */
  passwordResetOfAddress: { ...USUAL, freeAttempts: 5 },
  /** Uses of links that verify an address, by network. */
  emailVerification: { ...USUAL, freeAttempts: 20 },
  /** Mails with such links, by account and by email address. */
  emailVerificationMail: { ...USUAL, freeAttempts: 5 },
  /** Invitation mails, by the inviting account. */
  invitationMail: { ...USUAL, freeAttempts: 50, maximumWaitSeconds: 60 },
  /** Invitation mails, by the invited email address. */
  invitationMailToAddress: { ...USUAL, freeAttempts: 3 },
  /** Lookups that verify a domain, by organization. */
  domainVerification: { ...USUAL, freeAttempts: 20, maximumWaitSeconds: 60 },
  /** Lookups of a company's identity provider, by network. */
  signInLookup: { ...USUAL, freeAttempts: 100, maximumWaitSeconds: 60 },
  /** Fetches of an issuer's metadata, by organization. */
  issuerDescription: { ...USUAL, freeAttempts: 20, maximumWaitSeconds: 60 },
  /** Test events and repeated deliveries of webhooks, by the account that asks for them. */
  webhookByHand: { ...USUAL, freeAttempts: 100, maximumWaitSeconds: 60 },
  /** Uses of links that sign in, by network. */
  signInLink: { ...USUAL, freeAttempts: 20 },
  /** Sign-ins with an identity provider started since the last successful one, by network. */
  singleSignOn: { ...USUAL, freeAttempts: 100, maximumWaitSeconds: 60 },
  /** Sign-ins with a passkey started since the last successful one, by network. */
  passkeySignIn: { ...USUAL, freeAttempts: 100, maximumWaitSeconds: 60 },
  /** New accounts, by network. */
  registration: { ...USUAL, freeAttempts: 20 },
} as const satisfies Record<string, AttemptLimits>;

export type AttemptKind = keyof typeof ATTEMPT_LIMITS;
