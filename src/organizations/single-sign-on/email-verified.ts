/** The issuer of one tenant of Microsoft Entra ID, in its public or a national cloud. */
const ENTRA_ISSUER =
  /^https:\/\/login\.(microsoftonline\.(com|us)|partner\.microsoftonline\.cn)\/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\/v2\.0$/;

/** Documented as a boolean, but also seen as text or a number. */
const IS_TRUE: unknown[] = [true, 'true', 1, '1'];

/** Whether the claims say if the address is verified, as far as the provider ever says so. */
export function saysIfVerified(issuer: string, { email_verified }: Record<string, unknown>): boolean {
  return email_verified !== undefined || ENTRA_ISSUER.test(issuer);
}

/**
 * Returns whether the provider confirms the person's address. Entra ID never sends `email_verified`; its `xms_edov`
 * says that the domain's owner has verified the address. Another provider's claim of that name may mean anything.
 */
export function isEmailVerified(
  issuer: string,
  { email_verified, xms_edov }: Record<string, unknown>,
): boolean {
  if (email_verified !== undefined) return email_verified === true;
  return ENTRA_ISSUER.test(issuer) && IS_TRUE.includes(xms_edov);
}
