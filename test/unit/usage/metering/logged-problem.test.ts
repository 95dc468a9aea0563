import { expect, it } from '@jest/globals';
import { Problem, type ProblemOptions } from '../../../../src/core/http/problems/problem.js';
import { OWN_FEATURE_SET } from '../../../../src/boot/features/features.js';
import { loggedProblem } from '../../../../src/usage/metering/usage-meter.service.js';
import { PUBLIC_URL } from '../../../support/problems.js';

const logged = (options: ProblemOptions) =>
  loggedProblem(OWN_FEATURE_SET.problems.toBody(new Problem('invalid_parameter', options), PUBLIC_URL));
const detailOf = (detail: string) => logged({ detail }).detail;

it('keeps the code, and the detail as sent to the caller', () => {
  const errors = [
    { parameter: 'lat', detail: '"lat" must be between -90 and 90.' },
    { parameter: 'x', detail: 'Unknown parameter "x".' },
  ];
  expect(logged({ errors })).toEqual({
    code: 'invalid_parameter',
    detail: '"lat" must be between -90 and 90. Unknown parameter "x".',
  });
});

it.each([
  ['a key', '"fields" has the unknown name "wx_4fQ8sTn2Lk9WvB6xRz3MpYc7UhJd1GaE0kXq…".'],
  ['a client secret', 'Unknown parameter "wxs_5sXv0PpQe3bTg7LkRz1MnYw8UcHd2FaJq4Vi…".'],
])('redacts %s that was sent in the wrong place', (_, detail) => {
  expect(detailOf(detail)).not.toMatch(/wxs?_|[0-9A-Za-z]{20}/);
});

it.each([
  ['covers the location 42.3478, -71.0466.', 'covers the location 42.3, -71.'],
  ['covers 52.25, 0.04 at 2026-11-21T03:00:00Z.', 'covers 52.3, 0 at 2026-11-21T03:00:00Z.'],
  ['from 203.0.113.77 or 1.2', 'from 203.0.113.77 or 1.2'],
])('rounds coordinates to a tenth of a degree: %s', (detail, expected) => {
  expect(detailOf(detail)).toBe(expected);
});

it('keeps at most 201 characters', () => {
  expect(detailOf('x'.repeat(200))).toBe('x'.repeat(200));
  expect(detailOf('x'.repeat(201))).toBe(`${'x'.repeat(200)}…`);
});

it('replaces characters that the database doesn’t accept', () => {
  expect(detailOf('Unknown parameter "a\0b\ud800".')).toBe('Unknown parameter "a b\ufffd".');
});
