import { readdirSync, readlinkSync } from 'node:fs';
import { mkdir, readdir, rename, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { sealManifest } from '../../../../src/store/format/manifest-seal.js';
import { RunCatalogue } from '../../../../src/store/catalogue/run-catalogue.js';
import { type RunManifest } from '../../../../src/store/format/run-manifest.js';
import { identity, withDirectory, writeRun } from '../synthetic-run.js';

/** Longer than a catalogue caches its list of runs. */
const beyondLookInterval = () => setTimeout(60);

const NOON = new Date('2026-11-20T12:00:00Z');
const EVENING = new Date('2026-11-20T18:00:00Z');
const MIDNIGHT = new Date('2026-11-21T00:00:00Z');

function publish(directory: string, run: Date, value = 1, model = 'gfs') {
  const fields = [{ variable: 'cape', step: 0, value, quantum: 1 }] as const;
  return writeRun(directory, identity({ run, model }), [...fields]);
}

async function withCatalogue(
  test: (catalogue: RunCatalogue, directory: string) => Promise<void>,
): Promise<void> {
  await withDirectory(async (directory) => {
    const catalogue = new RunCatalogue(directory);
    try {
      await test(catalogue, directory);
    } finally {
      catalogue.close();
    }
  });
}

const runsOf = (catalogue: RunCatalogue) => catalogue.runs().map(({ run }) => run);

describe('RunCatalogue.runs', () => {
  it('is empty for a nonexistent directory', () => {
    const catalogue = new RunCatalogue('/nonexistent/runs');
    expect(catalogue.runs()).toEqual([]);
    expect(catalogue.faults()).toEqual([]);
  });

  it('lists the newest run first, whatever the order of publication', () =>
    withCatalogue(async (catalogue, directory) => {
      await publish(directory, EVENING);
      await publish(directory, MIDNIGHT);
      await publish(directory, NOON);
      expect(runsOf(catalogue)).toEqual([MIDNIGHT, EVENING, NOON]);
    }));

  it('detects a run published since', () =>
    withCatalogue(async (catalogue, directory) => {
      await publish(directory, NOON);
      expect(runsOf(catalogue)).toEqual([NOON]);
      await publish(directory, EVENING);
      await beyondLookInterval();
      expect(runsOf(catalogue)).toEqual([EVENING, NOON]);
    }));

  it('uses the newest publication of a run', () =>
    withCatalogue(async (catalogue, directory) => {
      await publish(directory, NOON, 1);
      await publish(directory, NOON, 2);
      const runs = catalogue.runs();
      expect(runs).toHaveLength(1);
      expect(runs[0].readCell(0, 0)[0]).toBe(2);
    }));

  it('ignores foreign names and unfinished runs', () =>
    withCatalogue(async (catalogue, directory) => {
      await publish(directory, NOON);
      await mkdir(join(directory, 'lost+found'));
      await mkdir(join(directory, 'gfs_1p00_20261121T0000Z_x.partial'));
      await writeFile(join(directory, 'README'), '');
      expect(runsOf(catalogue)).toEqual([NOON]);
      expect(catalogue.faults()).toEqual([]);
    }));
});

describe('RunCatalogue.faults', () => {
  it.each([
    ['is empty', '', 'does not end in its checksum'],
    ['is something else', '[]', 'does not end in its checksum'],
    ['was cut short', '{"format":3,"model":"gfs"', 'does not end in its checksum'],
  ])('lists a run whose manifest %s', (_, text, reason) =>
    withCatalogue(async (catalogue, directory) => {
      await publish(directory, NOON);
      const name = 'gfs_1p00_20261121T0000Z_1';
      await mkdir(join(directory, name));
      await writeFile(join(directory, name, 'run.json'), text);
      expect(runsOf(catalogue)).toEqual([NOON]);
      expect(catalogue.faults()).toEqual([
        { directory: name, reason: expect.stringContaining(reason), isDamaged: true },
      ]);
    }),
  );

  it('lists a run in another format version, which is not damaged', () =>
    withCatalogue(async (catalogue, directory) => {
      const manifest = await publish(directory, NOON);
      const [name] = await readdir(directory);
      await writeFile(join(directory, name, 'run.json'), resealed({ ...manifest, format: 2 }));
      const reason = 'the run has format 2, and this version reads format 3';
      expect(catalogue.runs()).toEqual([]);
      expect(catalogue.faults()).toEqual([{ directory: name, reason, isDamaged: false }]);
    }));

  it.each([
    ['a grid of no columns', (m: Manifest) => (m.grid.ni = 0), 'grid'],
    ['an unknown variable', (m: Manifest) => (m.variables[0].name = 'mood'), 'variables'],
    ['too few planes', (m: Manifest) => m.variables[0].planes.pop(), 'variables'],
    ['steps out of order', (m: Manifest) => m.stepsHours.reverse(), 'stepsHours'],
    ['a run that is no time', (m: Manifest) => (m.run = 'noon'), 'run'],
    ['a mean without its span', (m: Manifest) => (m.variables[0].statistic = 'mean'), 'variables'],
  ])('lists a run whose manifest has %s', (_, spoil, reason) =>
    withCatalogue(async (catalogue, directory) => {
      const manifest = JSON.parse(JSON.stringify(await publish(directory, NOON))) as Manifest;
      spoil(manifest);
      const [name] = await readdir(directory);
      await writeFile(join(directory, name, 'run.json'), resealed(manifest));
      expect(catalogue.runs()).toEqual([]);
      const fault = { directory: name, reason: `broken manifest: ${reason}`, isDamaged: false };
      expect(catalogue.faults()).toEqual([fault]);
    }),
  );

  it('lists a run whose values are truncated, and serves an earlier publication of it', () =>
    withCatalogue(async (catalogue, directory) => {
      await publish(directory, NOON, 1);
      const [sound] = await readdir(directory);
      await publish(directory, NOON, 2);
      const cut = (await readdir(directory)).find((name) => name !== sound)!;
      const values = join(directory, cut, 'values.packed');
      const { size } = await stat(values);
      await truncate(values, 10);
      expect(catalogue.runs().map(({ name }) => name)).toEqual([sound]);
      expect(catalogue.faults()).toEqual([
        { directory: cut, reason: `values.packed has 10 bytes, not ${size}`, isDamaged: true },
      ]);
    }));
});

describe('RunCatalogue.keep', () => {
  it('deletes all but the newest runs of each model', () =>
    withCatalogue(async (catalogue, directory) => {
      const keepOne = async () => (await catalogue.keep(1)).map((name) => name.replace(/_\d+$/, '')).sort();
      for (const run of [NOON, EVENING]) await publish(directory, run, 1, 'icon');
      for (const run of [NOON, EVENING, MIDNIGHT]) await publish(directory, run);
      expect(await catalogue.keep(3)).toEqual([]);
      expect(await keepOne()).toEqual([
        'gfs_1p00_20261120T1200Z',
        'gfs_1p00_20261120T1800Z',
        'icon_1p00_20261120T1200Z',
      ]);
      expect(runsOf(catalogue)).toEqual([MIDNIGHT, EVENING]);

      // A later publication of the same run of another model.
      await publish(directory, MIDNIGHT, 1, 'icon');
      expect(await keepOne()).toEqual(['icon_1p00_20261120T1800Z']);
      expect(catalogue.runs().map(({ manifest }) => manifest.model)).toEqual(['icon', 'gfs']);
      expect(await readdir(directory)).toHaveLength(2);
    }));

  it('deletes superseded publications, and older runs that are broken', () =>
    withCatalogue(async (catalogue, directory) => {
      await publish(directory, EVENING, 1);
      const [superseded] = await readdir(directory);
      await publish(directory, EVENING, 2);
      const brokenOld = 'gfs_1p00_20261119T1200Z_1';
      const brokenNew = 'gfs_1p00_20261121T1200Z_1';
      for (const name of [brokenOld, brokenNew]) await mkdir(join(directory, name));
      expect((await catalogue.keep(2)).sort()).toEqual([brokenOld, superseded].sort());
      expect(await readdir(directory)).toContain(brokenNew);
      expect(catalogue.runs()[0].readCell(0, 0)[0]).toBe(2);
    }));

  it('deletes nothing if there are no more than to be kept', () =>
    withCatalogue(async (catalogue, directory) => {
      await publish(directory, NOON);
      expect(await catalogue.keep(2)).toEqual([]);
      expect(runsOf(catalogue)).toEqual([NOON]);
    }));
});

describe('a run that is deleted while it is read', () => {
  it('stays readable until it is released', () =>
    withCatalogue(async (catalogue, directory) => {
      await publish(directory, NOON, 7);
      await publish(directory, EVENING, 8);
      const old = catalogue.runs()[1];
      old.retain();
      await catalogue.keep(1);
      expect(runsOf(catalogue)).toEqual([EVENING]);
      expect(await readdir(directory)).toHaveLength(1);
      expect(old.readCell(2, 3)[0]).toBe(7);
      old.release();
      expect(() => old.readCell(0, 0)).toThrow('is closed');
      expect(() => old.retain()).toThrow('is closed');
    }));

  it('frees its disk space even if there are no requests', () =>
    withDirectory(async (directory) => {
      const watching = new RunCatalogue(directory).watch(5);
      await publish(directory, NOON);
      await publish(directory, EVENING);
      await beyondLookInterval();
      const { name } = watching.runs()[1];
      expect(openFilesOf(name)).toBe(1);
      const keeper = new RunCatalogue(directory);
      await keeper.keep(1);
      keeper.close();
      while (openFilesOf(name) > 0) await setTimeout(5);
      watching.close();
    }));

  it('is dropped without a fault if another process deletes it', () =>
    withCatalogue(async (catalogue, directory) => {
      await publish(directory, NOON);
      expect(runsOf(catalogue)).toEqual([NOON]);
      const [name] = await readdir(directory);
      await rename(join(directory, name), join(directory, `${name}.removed`));
      await beyondLookInterval();
      expect(catalogue.runs()).toEqual([]);
      expect(catalogue.faults()).toEqual([]);
    }));
});

/** Seals a manifest as a writer of another version might have. */
function resealed(manifest: object): string {
  return sealManifest({ ...(manifest as RunManifest), checksum: undefined } as RunManifest);
}

/** Returns the number of this process's open file descriptors for a run, including deleted files. */
function openFilesOf(name: string): number {
  return readdirSync('/proc/self/fd').filter((descriptor) => {
    try {
      return readlinkSync(join('/proc/self/fd', descriptor)).includes(name);
    } catch {
      // The descriptor of this very listing is already closed.
      return false;
    }
  }).length;
}

interface Manifest {
  run: string;
  grid: { ni: number };
  stepsHours: number[];
  variables: { name: string; statistic: string; planes: unknown[] }[];
}
