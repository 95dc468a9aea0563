import { readFileSync } from 'node:fs';
import { type Journal, type Segment } from '../../../../src/usage/metering/journal/journal.js';
import { SegmentReader } from '../../../../src/usage/metering/journal/segment-reader.js';
import { type UsageEvent } from '../../../../src/usage/metering/journal/usage-event.types.js';

const problem = { code: 'not_found', detail: `“${'ł'.repeat(99)}”` } as const;

/**
 * Returns an event, distinct for each number: with one of three owners and two routes, and with or without detail and
 * problem.
 */
export const event = (number: number): UsageEvent => ({
  owner: { keyId: `key_${number % 3}`, clientId: `cli_${number % 3}`, accountId: 'acc_1' },
  route: number % 2 ? 'GET /a' : 'POST /b',
  timeMs: 1_790_000_000_000.5 + number,
  status: 200 + number,
  units: number,
  bytes: 1000 * number,
  durationUs: 17 * number,
  detail:
    number % 4
      ? undefined
      : {
          requestId: `request-${number}`,
          point: number % 8 ? null : { lat: -89.9, lon: 180 },
          ...(number % 3 === 0 && { problem }),
        },
});

/** Returns whether the event was recorded. */
export const record = (journal: Journal, number: number) =>
  new Promise<boolean>((resolve) => journal.append(event(number), resolve));

export function read(segment: Buffer): { events: UsageEvent[]; lostFrames: number; lostBytes: number } {
  const reader = new SegmentReader(segment);
  const events = [...reader.frames()].flat();
  return { events, lostFrames: reader.lostFrames, lostBytes: reader.lostBytes };
}

export const eventsOf = (segments: readonly Segment[]): UsageEvent[] =>
  segments.flatMap(({ path }) => read(readFileSync(path)).events);
