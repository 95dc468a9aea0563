/** What a caller sent, short enough to be repeated in an error. */
export function quoted(text: string, longest = 40): string {
  return text.length > longest ? `${text.slice(0, longest)}…` : text;
}
