import { dictionary } from '@zxcvbn-ts/language-common';
import { typedSecret } from './typed-secret.js';

const COMMON_PASSWORDS = new Set<string>(dictionary['passwords-common']);

/** Whether the password is among the 49,000 most common ones, ignoring case. */
export function isCommonPassword(password: string): boolean {
  return COMMON_PASSWORDS.has(typedSecret(password).toLowerCase());
}
