import { expect, it } from '@jest/globals';
import { RequestSampling } from '../../../../src/usage/metering/request-sampling.js';
import { UsageBatch } from '../../../../src/usage/metering/usage-batch.js';
import { event } from './usage-events.js';

const timeMs = Date.UTC(2026, 10, 22, 12);

it('returns the time of each key’s last use, ordered by key', () => {
  const batch = new UsageBatch();
  const uses = [
    { number: 2, status: 200, timeMs },
    { number: 1, status: 200, timeMs: timeMs + 1_000 },
    { number: 1, status: 429, timeMs: timeMs + 3_000 },
    { number: 2, status: 403, timeMs: timeMs + 5_000 },
    { number: 2, status: 401, timeMs: timeMs + 6_000 },
    { number: 3, status: 403, timeMs: timeMs + 7_000 },
  ];
  for (const { number, ...rest } of uses) batch.add({ ...event(number), ...rest });

  expect(batch.lastUses()).toEqual([
    { id: 'key_1', at: '2026-11-22T12:00:03.000Z' },
    { id: 'key_2', at: '2026-11-22T12:00:00.000Z' },
  ]);
});

it('logs the first 50 requests of each client and kind of outcome per second', () => {
  const sampling = new RequestSampling();
  const logged = (clientId: string, atMs: number, count: number, status = 200) =>
    Array.from({ length: count }, () => sampling.isLogged(clientId, status, atMs)).filter(Boolean).length;

  expect(logged('cli_1', timeMs, 60)).toBe(50);
  expect(logged('cli_2', timeMs + 500, 10)).toBe(10);
  expect(logged('cli_1', timeMs + 999, 10)).toBe(0);
  expect(logged('cli_1', timeMs + 999, 10, 304)).toBe(0);
  expect(logged('cli_1', timeMs + 999, 60, 404)).toBe(50);
  expect(logged('cli_1', timeMs + 999, 60, 503)).toBe(50);
  expect(logged('cli_1', timeMs + 1_000, 60)).toBe(50);
  // The clock was set back.
  expect(logged('cli_1', timeMs, 60)).toBe(50);
});
