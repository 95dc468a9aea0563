import { expect, test } from '@jest/globals';
import { backOffMs } from '../../../src/core/time/index.js';
import {
  DEFAULT_SCHEDULE_TIMING,
  lengthen,
  scheduleTimingAt,
} from '../../../src/ingest/schedule/schedule-timing.js';
import { SchedulerHarness } from './scheduler-harness.js';

test('the preferred model is polled first, whatever the jitter', () => {
  const longest = (rank: number) => lengthen(scheduleTimingAt(rank).firstPollMs, () => 1);
  const ranks = [0, 1, 2];
  for (const rank of ranks) expect(longest(rank)).toBeLessThan(scheduleTimingAt(rank + 1).firstPollMs);
});

test('a run is found within 40 s after it appears, on time or late, whatever the jitter', async () => {
  const harness = await SchedulerHarness.create(
    '2026-11-21T09:00:00Z',
    () => 1,
    30,
    2,
    DEFAULT_SCHEDULE_TIMING,
  );
  try {
    harness.complete.add('2026112100');
    harness.scheduler.start();
    const firstLook = await harness.clock.pass();
    const begins = new Date('2026-11-21T09:30:00Z');
    expect(firstLook.getTime() - begins.getTime()).toBeLessThanOrEqual(40_000);
    const waits = await harness.waits(60);
    expect(Math.max(...waits)).toBeLessThanOrEqual(40);
    harness.complete.add('2026112106');
    await harness.clock.pass();
    expect(harness.ingested.at(-1)).toBe('2026-11-21T06:00:00.000Z');
  } finally {
    await harness.remove();
  }
});

test.each(['failure', 'incomplete'] as const)('backs off for at most five minutes after each %s', (kind) => {
  const waitMs = (failures: number) => lengthen(backOffMs(DEFAULT_SCHEDULE_TIMING[kind], failures), () => 1);
  const waits = Array.from({ length: 20 }, (_, failures) => waitMs(failures));
  expect(Math.max(...waits)).toBe(300_000);
});
