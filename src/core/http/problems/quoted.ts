import { hideSecrets } from './hidden-secrets.js';

/** Shortens text of a caller, without secrets, so that it can be repeated in an error. */
export function quoted(text: string, longest = 40): string {
  const shown = hideSecrets(text);
  return shown.length > longest ? `${shown.slice(0, longest)}…` : shown;
}
