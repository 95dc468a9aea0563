import { expect, it } from '@jest/globals';
import { isCommonPassword } from '../../../../src/core/common/common-passwords.js';

it.each(['password', 'Password', '12345678', 'QWERTYUIOP', 'iloveyou', 'princess', 'football'])(
  'recognizes %s as common',
  (password) => {
    expect(isCommonPassword(password)).toBe(true);
  },
);

it.each(['correct horse battery staple', 'password password', ' password', '', 'constructor', '__proto__'])(
  'doesn’t consider %j common',
  (password) => {
    expect(isCommonPassword(password)).toBe(false);
  },
);
