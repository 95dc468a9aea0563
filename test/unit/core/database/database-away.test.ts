import { ConnectionException, DriverException } from '@mikro-orm/core';
import { expect, test } from '@jest/globals';
import { isDatabaseAway } from '../../../../src/core/database/database-away.js';
import { DatabaseUnreachableError } from '../../../../src/core/database/database-unreachable-error.js';

const withCode = (code: string, message = 'what happened') => Object.assign(new Error(message), { code });

test.each([
  new DatabaseUnreachableError('connect ECONNREFUSED 127.0.0.1:5432'),
  // The ORM copies what it wraps.
  new ConnectionException(new DatabaseUnreachableError('no way')),
  new Error('of another', { cause: new DatabaseUnreachableError('no way') }),
  ...['57P01', '57P02', '57P03', '08006', '08P01', '53300'].map(
    (code) => new DriverException(withCode(code)),
  ),
  new DriverException(
    Object.assign(withCode('ECONNRESET'), { cause: new DatabaseUnreachableError('It broke.') }),
  ),
  new Error('Connection terminated unexpectedly'),
  new Error('timeout exceeded when trying to connect'),
])('detects an unavailable database: %s', (error) => {
  expect(isDatabaseAway(error)).toBe(true);
});

test.each([
  ...['23505', '42601', '42P01', '22P02', '57014', '40P01', '53100'].map(
    (code) => new DriverException(withCode(code)),
  ),
  // Errors from anything else reached over a network.
  withCode('ECONNREFUSED'),
  withCode('ECONNRESET'),
  new TypeError('undefined is not a function'),
  'no error',
  undefined,
])('doesn’t mistake another error for an unavailable database: %s', (error) => {
  expect(isDatabaseAway(error)).toBe(false);
});
