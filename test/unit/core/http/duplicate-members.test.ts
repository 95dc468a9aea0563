import { expect, it } from '@jest/globals';
import { hasDuplicateMembers } from '../../../../src/core/http/body/duplicate-members.js';

const isDuplicate = (text: string) => hasDuplicateMembers(text, JSON.parse(text));

it.each([
  '{"a":1,"a":2}',
  '{"a":1,"\\u0061":2}',
  '[{"b":{"a":null,"c":[],"a":null}}]',
  '{"a\\"b":1,"a\\"b":2}',
  '{"":1,"":2}',
])('finds a duplicate member in %s', (text) => {
  expect(isDuplicate(text)).toBe(true);
});

it.each([
  '{}',
  '[]',
  '":"',
  '{"a":"b:c","b":":"}',
  '{"a":"\\":","b":"x\\\\","c":":\\""}',
  '{"a":{"a":{"a":1}},"b":[{"a":1},{"a":1}]}',
  '{"a:b":1,"a":2}',
])('finds none in %s', (text) => {
  expect(isDuplicate(text)).toBe(false);
});
