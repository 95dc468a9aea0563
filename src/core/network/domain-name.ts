import { domainToASCII, domainToUnicode } from 'node:url';
import { isFQDN } from 'class-validator';

/**
 * Normalizes a domain for comparison: lower case, with other scripts in ASCII (IDNA, "xn--…"). Returns undefined for
 * anything that isn't a domain, and for text that IDNA would silently map to another domain: full-width letters,
 * ideographic dots, zero-width characters.
 */
export function domainName(text: string): string | undefined {
  const written = text.trim().toLowerCase().normalize('NFC');
  const name = domainToASCII(written);
  if (!isFQDN(name)) return undefined;
  return written === name || written === domainToUnicode(name) ? name : undefined;
}

/** Returns the email address with its domain in ASCII, or as it is if the domain has no such form. */
export function withAsciiDomain(email: string): string {
  const domain = email.lastIndexOf('@') + 1;
  const ascii = domainToASCII(email.slice(domain));
  return ascii === '' ? email : email.slice(0, domain) + ascii;
}

/** The domain of an email address, normalized by `domainName`. */
export function domainOf(email: string): string | undefined {
  return domainName(email.slice(email.lastIndexOf('@') + 1));
}
