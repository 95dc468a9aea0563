import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { RunFinder } from '../../../../src/ingest/schedule/run-finder.js';
import { type ByteSource } from '../../../../src/ingest/source/byte-source.js';
import { gefs } from '../../../../src/weather/models/gefs/gefs.model.js';

const RUN = '2026-11-21T00:00:00.000Z';

/** A source that has the inventories of a run, except those of some members. */
function sourceWithout(...absent: string[]): ByteSource {
  return {
    location: 'http://mirror',
    isRemote: true,
    readText(path: string) {
      const [, member] = /^gefs\.20261121\/00\/.*\/ge([cp]\d\d)\./.exec(path) ?? [];
      if (member === undefined || absent.includes(member)) return Promise.resolve(undefined);
      const { inventory } = gefs.ensemble!.members.find(({ name }) => name === member)!;
      return Promise.resolve(`1:0:d=2026112100:APCP:surface:42-48 hour acc fcst:${inventory}\n`);
    },
    describe: () => Promise.resolve(undefined),
    readRange: () => Promise.reject(new Error('nothing is downloaded')),
  };
}

describe('an ensemble run', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'ensemble-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  async function takenAt(now: string, source: ByteSource): Promise<string | undefined> {
    const target = {
      model: gefs,
      resolution: '0p50',
      maxStepHours: 240,
      dataDirectory: folder,
      runsDirectory: folder,
      runsKept: 2,
    };
    const { take } = await new RunFinder(target, [source]).find(new Date(now), new AbortController().signal);
    return take?.run.toISOString();
  }

  test('is downloaded once all members are available', async () => {
    expect(await takenAt('2026-11-21T05:00:00Z', sourceWithout())).toBe(RUN);
    expect(await takenAt('2026-11-21T06:59:00Z', sourceWithout('p07'))).toBeUndefined();
  });

  test('is downloaded without missing members half an hour after it should be complete', async () => {
    expect(await takenAt('2026-11-21T07:00:00Z', sourceWithout('p07', 'c00'))).toBe(RUN);
  });

  test('is not downloaded with fewer members than required', async () => {
    const all = gefs.ensemble!.members.map(({ name }) => name);
    expect(await takenAt('2026-11-21T07:00:00Z', sourceWithout(...all.slice(10)))).toBe(RUN);
    expect(await takenAt('2026-11-21T07:00:00Z', sourceWithout(...all.slice(9)))).toBeUndefined();
  });
});
