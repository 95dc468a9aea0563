import { CheckedSecretFormat } from '../common/secrets/checked-secret-format.js';

const FORMAT = new CheckedSecretFormat('wx_');

export const KEY_LENGTH = FORMAT.length;

/** How much of a key is shown in lists. */
export const START_LENGTH = FORMAT.startLength;

export function generateKey(): string {
  return FORMAT.generate();
}

/** Whether the text can be a key; a mistyped or made-up one is refused here, without a look-up. */
export function isWellFormedKey(text: string): boolean {
  return FORMAT.isWellFormed(text);
}
