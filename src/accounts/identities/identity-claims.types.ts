/** What an issuer says about whoever signs in. */
export interface IdentityClaims {
  /** The URL or name of who vouches for them. */
  issuer: string;
  /** The organization whose issuer it is, which speaks for that organization alone. */
  organizationId?: string;
  /** Who they are there: never an address, which changes hands. */
  subject: string;
  /** The address and the name that a new account gets. */
  email: string;
  /** Whether the issuer has seen that the address is theirs. */
  emailVerified?: boolean;
  fullName?: string;
}
