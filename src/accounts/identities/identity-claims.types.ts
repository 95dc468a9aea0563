/** What an issuer claims about the person who signs in. */
export interface IdentityClaims {
  /** The issuer's URL or name. */
  issuer: string;
  /** The organization whose issuer it is. The claims count in that organization only. */
  organizationId?: string;
  /** The person's id at the issuer; never an email address, which can change hands. */
  subject: string;
  /** The email address for a new account. */
  email: string;
  /** Whether the issuer has verified that the address is theirs. */
  emailVerified?: boolean;
  fullName?: string;
}
