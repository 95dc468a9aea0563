/** Text that starts like a key or client secret, or has a prefix like an ID but is clearly longer, such as a token. */
const PREFIXED = /wxs?_[0-9a-z]{20,}|(?<![0-9a-z_])[a-z]{3,6}_[0-9a-z]{32,}/gi;
/** JSON Web Tokens, and random base64url as in sessions and links: long, with letters of both cases. */
const UNPREFIXED =
  /(?<![\w-])eyJ[\w-]{10,}(?:\.[\w-]*)*|(?<![\w-])(?=[\w-]*[a-z])(?=[\w-]*[A-Z])(?=[\w-]*\d)[\w-]{40,}/g;
const HIDDEN = '***';

/** Hides secrets in a caller's text before it is repeated in a response or a log. */
export function hideSecrets(text: string): string {
  return text.replace(PREFIXED, HIDDEN).replace(UNPREFIXED, HIDDEN);
}

export function hasPrefixedSecret(text: string): boolean {
  return text.search(PREFIXED) >= 0;
}

/** Shortens text of a caller, without secrets, so that it can be repeated in an error. */
export function quoted(text: string, longest = 40): string {
  const shown = hideSecrets(text);
  return shown.length > longest ? `${shown.slice(0, longest)}…` : shown;
}
