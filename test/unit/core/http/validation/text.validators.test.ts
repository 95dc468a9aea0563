import { expect, it } from '@jest/globals';
import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';
import { IsEmailAddress, IsName } from '../../../../../src/core/http/validation/text.validators.js';

class Texts {
  @IsName()
  name!: string;

  @IsEmailAddress()
  email!: string;
}

function faultsOf(texts: Partial<Texts>): string[] {
  const instance = plainToInstance(Texts, { name: 'Ada', email: 'ada@example.com', ...texts });
  return validateSync(instance).map(({ property }) => property);
}

it.each([
  ['a family of emoji, joined without width', '👨‍👩‍👧'],
  ['Persian with a non-joiner', 'می‌خواهم'],
  ['Hebrew', 'תחנה'],
  ['a flag of tags', '🏴󠁧󠁢󠁳󠁣󠁴󠁿'],
  ['blanks around it', '  Roof '],
  ['a sign', '-'],
])('accepts a name: %s', (_, name) => {
  expect(faultsOf({ name })).toEqual([]);
});

it.each([
  ['a zero-width space alone', '\u200b'],
  ['joiners alone', '\u200d\u200c'],
  ['a soft hyphen alone', '\u00ad'],
  ['Hangul fillers alone', '\u3164\u115f'],
  ['an empty pattern of Braille', '\u2800'],
  ['a direction mark alone', '\u200e'],
  ['an override of direction', 'Roof\u202egpj'],
  ['an isolate', 'a\u2066b\u2069'],
  ['a line feed', 'a\nb'],
  ['a carriage return', 'a\rb'],
  ['a tab', 'a\tb'],
  ['an escape', 'a\u001b[2Jb'],
  ['a control character of Latin-1', 'a\u0085b'],
  ['a line separator', 'a\u2028b'],
])('rejects a name: %s', (_, name) => {
  expect(faultsOf({ name })).toEqual(['name']);
});

it.each(['a\u200bda@example.com', 'ada\ufeff@example.com', 'ad\u00ada@example.com', 'ada\u2060@example.com'])(
  'rejects the address %j, which contains an invisible character',
  (email) => {
    expect(faultsOf({ email })).toEqual(['email']);
  },
);

it('normalizes addresses to their composed form', () => {
  const { email } = plainToInstance(Texts, { email: ' rene\u0301@example.com ' });
  expect(email).toBe('ren\u00e9@example.com');
});
