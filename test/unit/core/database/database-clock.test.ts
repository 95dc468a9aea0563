import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import type { MikroORM } from '@mikro-orm/postgresql';
import { Logger } from '@nestjs/common';
import { DatabaseClockService } from '../../../../src/core/database/database-clock.service.js';

const DAY_SECONDS = 86_400;
const NEXT_COMPARISON_MS = 15_000;

let databaseMs: number | Error | undefined;
let clock: DatabaseClockService;
let said: jest.SpiedFunction<Logger['warn']>;

/** A database that responds at once, fails, or never responds. */
const orm = {
  em: {
    execute: () =>
      databaseMs === undefined
        ? new Promise(() => undefined)
        : databaseMs instanceof Error
          ? Promise.reject(databaseMs)
          : Promise.resolve([{ ms: databaseMs }]),
  },
} as unknown as MikroORM;

const setAhead = (seconds: number) => (databaseMs = Date.now() - seconds * 1_000);

async function start() {
  await clock.onModuleInit();
  clock.onApplicationBootstrap();
}

/** Lets the next comparison happen, with the process this many seconds ahead. */
async function compareAgain(seconds: number) {
  setAhead(seconds);
  databaseMs = (databaseMs as number) + NEXT_COMPARISON_MS;
  await jest.advanceTimersByTimeAsync(NEXT_COMPARISON_MS);
}

beforeEach(() => {
  jest.useFakeTimers({ now: Date.parse('2026-11-22T23:59:30Z') });
  said = jest.spyOn(Logger.prototype, 'warn').mockImplementation(() => undefined);
  clock = new DatabaseClockService(orm);
});
afterEach(async () => {
  await clock.onModuleDestroy();
  jest.restoreAllMocks();
  jest.useRealTimers();
});

it.each([0, 59, -59])('trusts the clock of a process that is %d s ahead', async (seconds) => {
  setAhead(seconds);
  await start();

  expect(clock.aheadSeconds).toBe(seconds);
  expect(clock.isWrong).toBe(false);
  expect(clock.nowMs()).toBe(Date.now());
  expect(said).not.toHaveBeenCalled();
});

it.each([2 * DAY_SECONDS, -2 * DAY_SECONDS, 61])(
  'uses the database’s time if the process is %d s ahead, and warns once',
  async (seconds) => {
    setAhead(seconds);
    const truth = databaseMs as number;
    await start();
    expect(clock.nowMs()).toBe(truth);
    await compareAgain(seconds);

    expect(clock.isWrong).toBe(true);
    expect(clock.nowMs()).toBe(truth + NEXT_COMPARISON_MS);
    expect(said).toHaveBeenCalledTimes(1);
    expect(said.mock.calls[0][0]).toContain(`The clock is ${seconds.toFixed(1)} s ahead of the database's`);
  },
);

it('notices when the clock becomes wrong and when it is corrected', async () => {
  setAhead(0);
  await start();
  await compareAgain(3_600);
  expect(clock.isWrong).toBe(true);
  await compareAgain(1);

  expect(clock.isWrong).toBe(false);
  expect(clock.nowMs()).toBe(Date.now());
  expect(said.mock.calls.map(([line]) => String(line).slice(0, 16))).toEqual([
    'The clock is 360',
    'The clock agrees',
  ]);
});

it.each([
  ['fails', new Error('away')],
  ['does not answer', undefined],
])('keeps the last comparison while the database %s', async (_, answer) => {
  setAhead(DAY_SECONDS);
  await start();
  databaseMs = answer;
  await jest.advanceTimersByTimeAsync(3 * NEXT_COMPARISON_MS);

  expect(clock.isWrong).toBe(true);
  expect(clock.nowMs()).toBe(Date.now() - DAY_SECONDS * 1_000);
});

it('stops soon while a comparison waits for the database', async () => {
  setAhead(0);
  await start();
  databaseMs = undefined;
  await jest.advanceTimersByTimeAsync(NEXT_COMPARISON_MS);
  const stopped = jest.fn();
  void clock.onModuleDestroy().then(stopped);
  await jest.advanceTimersByTimeAsync(1_000);
  expect(stopped).toHaveBeenCalled();
  await jest.advanceTimersByTimeAsync(5_000);
});

it('lets the process start without a comparison if the database doesn’t respond yet', async () => {
  databaseMs = new Error('away');
  await start();

  expect(clock.aheadSeconds).toBeUndefined();
  expect(clock.isWrong).toBe(false);
  await compareAgain(DAY_SECONDS);
  expect(clock.isWrong).toBe(true);
});
