/**
 * Returns a secret that a person typed in the form in which it is compared, which doesn't depend on the keyboard: NFKC,
 * as NIST SP 800-63B (section 5.1.1.2) recommends.
 */
export function typedSecret(text: string): string {
  return text.normalize('NFKC');
}
