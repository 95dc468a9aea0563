import { expect, it } from '@jest/globals';
import { preferredType } from '../../../../src/core/http/coding/preferred-type.js';

it.each([
  [undefined, false],
  ['', false],
  ['text/csv', true],
  ['Text/CSV', true],
  ['text/csv, application/json', false],
  ['application/json;q=0.8, text/csv', true],
  ['application/json, text/csv;q=0.9', false],
  ['application/json;q=0.6, text/csv; Q=0.5', false],
  ['text/csv;q=0, */*', false],
  ['text/*;q=0.2, */*;q=0.1', true],
])('the header "Accept: %s" prefers CSV: %s', (accept, expected) => {
  expect(preferredType(accept, ['application/json', 'text/csv']) === 'text/csv').toBe(expected);
});
