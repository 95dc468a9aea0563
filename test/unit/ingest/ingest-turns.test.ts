import { describe, expect, test } from '@jest/globals';
import { IngestTurns } from '../../../src/ingest/schedule/ingest-turns.js';
import { IngestStatus } from '../../../src/ingest/status/ingest-status.js';

const RUN = new Date('2026-11-21T00:00:00Z');

/** Turns that share a single lease, as the database provides. */
function turnsOfOneLease(): IngestTurns {
  let isTaken = false;
  return new IngestTurns(() => {
    if (isTaken) return Promise.resolve(undefined);
    isTaken = true;
    return Promise.resolve({ lost: new AbortController().signal, release: () => void (isTaken = false) });
  });
}

/** The status of a model with a run in progress. */
function underWay(totalBytes: number | undefined, stepsDone: number): IngestStatus {
  const status = new IngestStatus();
  status.begin(RUN, RUN);
  Object.assign(status.progress!, { steps: 80, stepsDone, totalBytes });
  return status;
}

describe('a model with a run in progress', () => {
  const taking = async (place: number, status: IngestStatus) => {
    const turns = turnsOfOneLease();
    return { turns, lease: (await turns.acquireLease(place, status))! };
  };

  test.each<[string, place: number, totalBytes: number | undefined, stepsDone: number, askedBy: number]>([
    ['of a preferred one', 0, 8.7e9, 0, 2],
    ['that is itself', 2, 8.7e9, 0, 2],
    ['while less than 1 GB is to come', 2, 8.7e9, 71, 0],
    ['of little', 2, 0.25e9, 0, 0],
    ['of an unknown size', 2, undefined, 0, 0],
  ])('keeps its turn: %s', async (_, place, totalBytes, stepsDone, askedBy) => {
    const { turns, lease } = await taking(place, underWay(totalBytes, stepsDone));
    expect(await turns.acquireLease(askedBy, new IngestStatus())).toBeUndefined();
    expect(lease.lost.aborted).toBe(false);
  });

  test('yields to a preferred model while more than 1 GB remains, and gets another turn afterwards', async () => {
    const status = underWay(8.7e9, 70);
    const { turns, lease } = await taking(2, status);
    expect(await turns.acquireLease(0, new IngestStatus())).toBeUndefined();
    expect(lease.lost.reason).toMatchObject({ name: 'IngestBusyError' });
    lease.release();
    const preferred = (await turns.acquireLease(0, underWay(1.4e9, 0)))!;
    expect(await turns.acquireLease(2, status)).toBeUndefined();
    expect(preferred.lost.aborted).toBe(false);
    preferred.release();
    expect((await turns.acquireLease(2, status))?.lost.aborted).toBe(false);
  });

  test('that lost its lease doesn’t end the turn of the next one', async () => {
    const lease = () => Promise.resolve({ lost: new AbortController().signal, release: () => undefined });
    const leases = [lease, lease, () => Promise.resolve(undefined)];
    const turns = new IngestTurns(() => leases.shift()!());
    const first = (await turns.acquireLease(2, underWay(8.7e9, 0)))!;
    const second = (await turns.acquireLease(2, underWay(8.7e9, 0)))!;
    first.release();
    expect(await turns.acquireLease(0, new IngestStatus())).toBeUndefined();
    expect(second.lost.aborted).toBe(true);
  });
});
