import { expect, test } from '@jest/globals';
import { loadConfiguration } from '../../../../src/core/config/load-configuration.js';

test.each([
  [{}, 'on'],
  [{ INGEST_SCHEDULE: '' }, 'on'],
  [{ INGEST_SCHEDULE: 'on' }, 'on'],
  [{ INGEST_SCHEDULE: 'off' }, 'off'],
])('%j: the schedule is %s', (environment, expected) => {
  expect(loadConfiguration(environment).ingestSchedule).toBe(expected);
});

test('rejects anything else', () => {
  expect(() => loadConfiguration({ INGEST_SCHEDULE: 'no' })).toThrow(
    'INGEST_SCHEDULE must be one of on, off, not "no".',
  );
});
