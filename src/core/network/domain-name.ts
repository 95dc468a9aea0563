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

/** The domain of an email address, normalized by `domainName`. */
export function domainOf(email: string): string | undefined {
  return domainName(email.slice(email.lastIndexOf('@') + 1));
}
