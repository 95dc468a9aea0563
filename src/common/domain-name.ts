import { domainToASCII, domainToUnicode } from 'node:url';
import { isFQDN } from 'class-validator';

/**
 * A domain in the one spelling that domains are compared by: lower case, and ASCII for other scripts (IDNA, "xn--…").
 * Undefined for what is none, and for what IDNA would silently take for another domain: full-width letters, ideographic
 * dots, characters without width.
 */
export function domainName(text: string): string | undefined {
  const written = text.trim().toLowerCase().normalize('NFC');
  const name = domainToASCII(written);
  if (!isFQDN(name)) return undefined;
  return written === name || written === domainToUnicode(name) ? name : undefined;
}

/** The domain of an email address, as `domainName` spells it. */
export function domainOf(email: string): string | undefined {
  return domainName(email.slice(email.lastIndexOf('@') + 1));
}
