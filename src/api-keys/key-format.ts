import { CheckedSecretFormat } from '../core/secrets/index.js';

const FORMAT = new CheckedSecretFormat('wx_');

export const KEY_LENGTH = FORMAT.length;

/** How many characters of a key are shown in lists. */
export const START_LENGTH = FORMAT.startLength;

export function generateKey(): string {
  return FORMAT.generate();
}

/** Returns whether the text can be a key. Mistyped and made-up keys fail here, without a look-up. */
export function isWellFormedKey(text: string): boolean {
  return FORMAT.isWellFormed(text);
}
