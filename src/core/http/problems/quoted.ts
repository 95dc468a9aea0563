/** Shortens text of a caller so that it can be repeated in an error. */
export function quoted(text: string, longest = 40): string {
  return text.length > longest ? `${text.slice(0, longest)}…` : text;
}
