import { describe, expect, it } from '@jest/globals';
import { nextRunExpectedAt } from '../../../src/forecast/plan/next-run-expected.js';
import { gfs as real } from '../../../src/weather/models/gfs/gfs.model.js';

// Runs at 0, 6, 12 and 18 UTC, complete five hours later.
const gfs = {
  ...real,
  runs: [{ hoursUtc: [0, 6, 12, 18], firstStepDelayMinutes: 0, lastStepDelayMinutes: 300 }],
};

describe('nextRunExpectedAt', () => {
  it.each([
    ['the run after the served one', '2026-11-21T00:00Z', '2026-11-21T05:30Z', '2026-11-21T11:00:00.000Z'],
    ['across midnight', '2026-11-21T18:00Z', '2026-11-21T23:30Z', '2026-11-22T05:00:00.000Z'],
    [
      'the one after a run that is late',
      '2026-11-21T00:00Z',
      '2026-11-21T11:30Z',
      '2026-11-21T17:00:00.000Z',
    ],
    ['strictly after now', '2026-11-21T00:00Z', '2026-11-21T11:00Z', '2026-11-21T17:00:00.000Z'],
    ['after a run that came early', '2026-11-21T06:00Z', '2026-11-21T10:30Z', '2026-11-21T17:00:00.000Z'],
    [
      'the next of today for an old run',
      '2020-08-04T12:00Z',
      '2026-11-21T03:00Z',
      '2026-11-21T05:00:00.000Z',
    ],
    ['without a served run', undefined, '2026-11-21T03:00Z', '2026-11-21T05:00:00.000Z'],
  ])('%s', (_, served, now, expected) => {
    expect(nextRunExpectedAt(gfs, served ? new Date(served) : undefined, new Date(now)).toISOString()).toBe(
      expected,
    );
  });
});
