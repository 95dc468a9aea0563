import {
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  readlink,
  rename,
  rm,
  symlink,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { RunCatalogue } from '../../../../src/store/catalogue/run-catalogue.js';
import { retireRun, sweepLeftovers } from '../../../../src/store/format/run-directory.js';
import { ReplicaHarness } from './replica-harness.js';
import { writeSmallRun } from './written-runs.js';

const [NOON, EVENING] = ['2026-11-20T12:00:00Z', '2026-11-20T18:00:00Z'];
const ELEVEN_MINUTES_MS = 11 * 60_000;

let volume: string;
let replica: ReplicaHarness;

beforeEach(async () => {
  volume = await mkdtemp(join(tmpdir(), 'volume-'));
  replica = await ReplicaHarness.create({ kind: 'volume', directory: volume });
});
afterEach(async () => {
  await replica.remove();
  await rm(volume, { recursive: true });
});

/** Corrupts a file of a run. The returned function restores it. */
async function spoil(name: string, file: string): Promise<() => Promise<void>> {
  const path = join(volume, name, file);
  const right = await readFile(path);
  const wrong = Buffer.from(right);
  wrong[0] ^= 1;
  await writeFile(path, wrong);
  return () => writeFile(path, right);
}

describe('a replica of the runs on a volume', () => {
  it('reads them in place, through links, once they are verified', async () => {
    const name = await writeSmallRun(volume, NOON);
    await replica.start();
    expect(await replica.here()).toEqual([name]);
    expect(await readlink(join(replica.runsDirectory, name))).toBe(join(volume, name));
    const catalogue = new RunCatalogue(replica.runsDirectory);
    expect(catalogue.runs()[0].readCell(0, 0)[0]).toBe(1);
    expect(catalogue.faults()).toEqual([]);
    catalogue.close();
  });

  it('replaces a link that a killed process left unfinished', async () => {
    const name = await writeSmallRun(volume, NOON);
    await mkdir(replica.runsDirectory);
    await symlink(volume, join(replica.runsDirectory, `${name}.arriving`));
    await replica.start();
    expect(await replica.here()).toEqual([name]);
    expect(await readlink(join(replica.runsDirectory, name))).toBe(join(volume, name));
  });

  it.each(['values.packed', 'run.json'])(
    'rejects a run whose %s differs from what was written',
    async (file) => {
      const sound = await writeSmallRun(volume, NOON);
      const name = await writeSmallRun(volume, EVENING);
      const mend = await spoil(name, file);
      await replica.start();
      expect(await replica.here()).toEqual([sound]);
      expect(replica.warnings()).toEqual(['RunDamagedError']);
      await mend();
      await replica.until([sound, name]);
    },
  );

  it('removes a retired run, which stays readable for ten minutes for those still reading it', async () => {
    const old = await writeSmallRun(volume, NOON);
    await replica.start();
    const catalogue = new RunCatalogue(replica.runsDirectory);
    const [read] = catalogue.runs();
    read.retain();
    const name = await writeSmallRun(volume, EVENING);
    await replica.until([old, name]);
    const writer = new RunCatalogue(volume);
    expect(await writer.keep(1, retireRun)).toEqual([old]);
    writer.close();
    await replica.until([name]);
    await sweepLeftovers(volume);
    expect((await readdir(volume)).sort()).toEqual([`${old}.retired`, name].sort());
    expect(read.readCell(0, 0)[0]).toBe(1);
    read.release();
    catalogue.close();
    const longAgo = new Date(Date.now() - ELEVEN_MINUTES_MS);
    await utimes(join(volume, `${old}.retired`), longAgo, longAgo);
    await sweepLeftovers(volume);
    expect(await readdir(volume)).toEqual([name]);
  });

  it('bears with runs that another machine deletes while it sweeps or retires them', async () => {
    const [run, retired] = ['gfs_1p00_20261120T1200Z_1', 'gfs_1p00_20261120T0600Z_1.retired'];
    // Are listed, but aren't there anymore.
    for (const name of [run, retired]) await symlink(join(volume, 'deleted'), join(volume, name));
    await sweepLeftovers(volume);
    expect(await retireRun(volume, run)).toBe(false);
  });

  it('keeps its runs while the volume is missing or empty', async () => {
    const name = await writeSmallRun(volume, NOON);
    await replica.start();
    const away = `${volume}-away`;
    await rename(volume, away);
    await replica.untilFailure('RunStoreUnreachableError');
    expect(await replica.here()).toEqual([name]);
    await rename(away, volume);
    await replica.untilFailure(undefined);
    await rename(join(volume, name), join(volume, `${name}.elsewhere`));
    const { lastSuccessAt } = replica.report();
    while (replica.report().lastSuccessAt === lastSuccessAt)
      await new Promise((resolve) => setTimeout(resolve, 5));
    expect(await replica.here()).toEqual([name]);
    expect(replica.warnings()).toEqual(['RunStoreUnreachableError']);
  });
});
