import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { type IngestLease } from '../../../src/ingest/schedule/ingest.scheduler.js';
import { IngestTurns } from '../../../src/ingest/schedule/ingest-turns.js';
import { IngestStatus } from '../../../src/ingest/status/ingest-status.js';

const RUN = new Date('2026-11-21T00:00:00Z');
const LOOK_MS = 5;

let now: number;
let turns: IngestTurns;
/** Names of the database's locks that are taken. */
let taken: Set<string>;
/** Models in the order of their turns. */
let begun: string[];

beforeEach(() => {
  now = 1000;
  jest.spyOn(performance, 'now').mockImplementation(() => now);
  [taken, begun] = [new Set(), []];
  turns = new IngestTurns((name) => {
    if (taken.has(name)) return Promise.resolve(undefined);
    taken.add(name);
    return Promise.resolve({ lost: new AbortController().signal, release: () => void taken.delete(name) });
  }, LOOK_MS);
});
afterEach(() => void jest.restoreAllMocks());

interface Model {
  lease: IngestLease;
  status: IngestStatus;
  /** Settles when the turn begins, or is refused. */
  turn: Promise<void>;
}

/** A model that has downloaded its run and wants to store it. */
async function ready(model: string, rank: number, totalBytes?: number): Promise<Model> {
  const status = new IngestStatus();
  status.begin(RUN, RUN);
  Object.assign(status.progress!, { steps: 80, stepsDone: 80, totalBytes });
  const lease = (await turns.acquireLease(model, rank, status))!;
  const turn = lease.turn!().then(() => void begun.push(model));
  turn.catch(() => undefined);
  return { lease, status, turn };
}

/** Enough looks for everyone who waits. */
const looks = () => new Promise((resolve) => setTimeout(resolve, 10 * LOOK_MS));

test('models download side by side: their leases have nothing to do with each other', async () => {
  const storing = await ready('gefs', 1);
  await storing.turn;
  expect(await turns.acquireLease('gfs', 0, new IngestStatus())).toBeDefined();
  expect(await turns.acquireLease('gefs', 1, new IngestStatus())).toBeUndefined();
  expect(storing.lease.lost.aborted).toBe(false);
});

test('one at a time stores its run: first the one with the least to store, then the preferred one', async () => {
  const first = await ready('first', 3, 9e9);
  await first.turn;
  const others = new Map<string, Model>();
  for (const [name, rank, bytes] of [
    ['unknown', 0, undefined],
    ['long', 1, 2e9],
    ['second', 4, 1e9],
    ['preferred', 2, 1e9],
  ] as const)
    others.set(name, await ready(name, rank, bytes));
  await looks();
  expect(begun).toEqual(['first']);
  first.lease.release();
  for (const name of ['preferred', 'second', 'long', 'unknown']) {
    const { lease, turn } = others.get(name)!;
    await turn;
    expect(begun.at(-1)).toBe(name);
    lease.release();
  }
});

describe('a model that stores its run', () => {
  const storing = async (stepsStored: number, seconds: number) => {
    const model = await ready('gefs', 2, 8.7e9);
    await model.turn;
    model.status.progress!.stepsStored = stepsStored;
    now += seconds * 1000;
    return model;
  };

  test.each<[string, rank: number, stepsStored: number, seconds: number]>([
    ['to one after it', 3, 8, 10],
    // 20 steps at 2.5 s each.
    ['if it is done within a minute', 0, 60, 150],
    ['if it has just begun', 0, 0, 0.5],
  ])('keeps its turn: %s', async (_, rank, stepsStored, seconds) => {
    const { lease } = await storing(stepsStored, seconds);
    const other = await ready('other', rank, 1e6);
    await looks();
    expect(lease.lost.aborted).toBe(false);
    expect(begun).toEqual(['gefs']);
    lease.release();
    await other.turn;
  });

  test.each<[string, stepsStored: number, seconds: number]>([
    // 72 steps at 1.25 s each.
    ['that needs longer', 8, 10],
    ['that gets nowhere', 0, 30],
  ])('%s gives way to a preferred one, and has another turn afterwards', async (_, stepsStored, seconds) => {
    const { lease } = await storing(stepsStored, seconds);
    const preferred = await ready('gfs', 0, 1e9);
    await looks();
    expect(lease.lost.reason).toMatchObject({ name: 'IngestBusyError' });
    lease.release();
    await preferred.turn;
    const again = await ready('gefs', 2, 8.7e9);
    await looks();
    expect(preferred.lease.lost.aborted).toBe(false);
    expect(begun).toEqual(['gefs', 'gfs']);
    preferred.lease.release();
    await again.turn;
    expect(again.lease.lost.aborted).toBe(false);
  });
});

describe('a lease that is released before its turn, as when its process ends', () => {
  test('leaves the turn to others', async () => {
    const storing = await ready('gfs', 0);
    await storing.turn;
    const ended = await ready('gefs', 1);
    ended.lease.release();
    await expect(ended.turn).rejects.toThrow();
    storing.lease.release();
    expect(taken).toEqual(new Set());
    const again = await ready('gfs', 0);
    await looks();
    expect(begun).toEqual(['gfs', 'gfs']);
    again.lease.release();
    expect(taken).toEqual(new Set());
  });

  test('returns a lock that it gets only then', async () => {
    const ended = await ready('gefs', 1);
    expect(taken).toContain('ingest');
    ended.lease.release();
    await expect(ended.turn).rejects.toThrow();
    expect(taken).toEqual(new Set());
    const next = await ready('gfs', 0);
    await looks();
    expect(begun).toEqual(['gfs']);
    next.lease.release();
  });
});

test('the turn is that of all processes', async () => {
  taken.add('ingest');
  const { lease, turn } = await ready('gfs', 0);
  await looks();
  expect(begun).toEqual([]);
  taken.delete('ingest');
  await turn;
  lease.release();
  expect(taken).toEqual(new Set());
});
