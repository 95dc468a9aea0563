import { cp, readdir, readFile, rename, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { DamagedRunError } from '../../../src/store/format/damaged-run-error.js';
import { RunCatalogue } from '../../../src/store/catalogue/run-catalogue.js';
import { type RunFault, RunFaults } from '../../../src/store/catalogue/run-faults.js';
import { StoredRun } from '../../../src/store/read/stored-run.js';
import { failReads, UNREADABLE } from '../../support/failing-file.js';
import { identity, withDirectory, writeRun } from './synthetic-run.js';

const NOON = new Date('2026-11-20T12:00:00Z');
const EVENING = new Date('2026-11-20T18:00:00Z');
const beyondLookInterval = () => sleep(60);

interface Store {
  directory: string;
  catalogue: RunCatalogue;
  handler: RunFaults;
  faults: RunFault[];
  /** Names of the published runs. */
  noon: string;
  evening: string;
}

async function withStore(test: (store: Store) => Promise<void>): Promise<void> {
  await withDirectory(async (directory) => {
    await publish(directory, NOON, 12);
    await publish(directory, EVENING, 18);
    const [noon, evening] = (await readdir(directory)).sort();
    const handler = new RunFaults(directory);
    const faults: RunFault[] = [];
    handler.onFault((fault) => faults.push(fault));
    const catalogue = new RunCatalogue(directory, handler);
    try {
      await test({ directory, catalogue, handler, faults, noon, evening });
    } finally {
      catalogue.close();
    }
  });
}

async function publish(directory: string, run: Date, base: number): Promise<void> {
  const field = (step: number) => ({
    variable: 'cape' as const,
    step,
    value: (y: number, x: number) => base + step * (10 * y + x),
    quantum: 1,
  });
  await writeRun(directory, identity({ run }), [field(0), field(3), field(6)]);
}

async function flip(path: string, byte: number): Promise<void> {
  const bytes = await readFile(path);
  bytes.writeUInt8(bytes[byte] ^ 16, byte);
  await writeFile(path, bytes);
}

const namesOf = (catalogue: RunCatalogue) => catalogue.runs().map(({ name }) => name);

describe('a record that differs from what was written', () => {
  it('yields no value, and removes its run from the list at once', () =>
    withStore(async ({ directory, catalogue, faults, noon, evening }) => {
      const [run] = catalogue.runs();
      await flip(join(directory, evening, 'values.packed'), 0);
      expect(() => run.readCell(0, 0)).toThrow(DamagedRunError);
      expect(namesOf(catalogue)).toEqual([noon]);
      expect(faults).toEqual([
        {
          directory: evening,
          reason: 'values.packed is damaged near byte 0: its checksum differs',
          isDamaged: true,
        },
      ]);
    }));

  it('is detected at any byte, and by every reader', () =>
    withStore(async ({ directory, evening }) => {
      const run = StoredRun.open(directory, evening);
      const path = join(directory, evening, 'values.packed');
      const sound = await readFile(path);
      const cells = [0, 1, 2].flatMap((y) => [0, 1, 2, 3].map((x) => ({ y, x })));
      for (let byte = 0; byte < run.manifest.recordsBytes; byte++) {
        await flip(path, byte);
        const damaged = cells.filter((cell) => {
          try {
            run.readCells([cell], 0);
            return false;
          } catch {
            return true;
          }
        });
        expect(damaged).toHaveLength(1);
        expect(() => run.readCells(cells)).toThrow(DamagedRunError);
        await writeFile(path, sound);
      }
      expect(run.readCells(cells)).toBeDefined();
      run.release();
    }));

  it('is reported once, even if others still read the run', () =>
    withStore(async ({ directory, catalogue, handler, faults, evening }) => {
      const [run] = catalogue.runs();
      run.retain();
      await truncate(join(directory, evening, 'values.packed'), 3);
      expect(() => run.readCell(2, 2)).toThrow('values.packed was cut short');
      expect(() => run.readCell(2, 2)).toThrow('values.packed was cut short');
      run.release();
      expect(faults).toHaveLength(1);
      expect(handler.damagedTotal).toBe(1);
    }));

  it('includes one that the disk can no longer read', () =>
    withStore(async ({ directory, catalogue, faults, noon, evening }) => {
      const [run] = catalogue.runs();
      failReads(join(directory, evening, 'values.packed'));
      expect(() => run.readCell(0, 0)).toThrow(DamagedRunError);
      expect(namesOf(catalogue)).toEqual([noon]);
      expect(faults).toMatchObject([{ directory: evening, isDamaged: true }]);
      expect(faults[0].reason).toContain('EIO');
      expect(await readdir(directory)).toContain(`${evening}.damaged`);
      expect(catalogue.damagedRuns().map(({ name }) => name)).toEqual([evening]);
    }));

  it('is detected if another run takes its place', () =>
    withStore(async ({ directory, catalogue, noon, evening }) => {
      const [run] = catalogue.runs();
      const values = await readFile(join(directory, noon, 'values.packed'));
      await writeFile(join(directory, evening, 'values.packed'), values);
      expect(() => run.readCell(0, 0)).toThrow(DamagedRunError);
    }));
});

describe('a damaged run', () => {
  it('is put aside without its values, to free disk space', () =>
    withStore(async ({ directory, catalogue, noon, evening }) => {
      const [run] = catalogue.runs();
      await flip(join(directory, evening, 'values.packed'), 1);
      expect(() => run.readCell(0, 0)).toThrow();
      expect((await readdir(directory)).sort()).toEqual([noon, `${evening}.damaged`].sort());
      expect(await readdir(join(directory, `${evening}.damaged`))).toEqual(['run.json']);
      expect(catalogue.damagedRuns().map(({ name }) => name)).toEqual([evening]);
    }));

  it.each([
    ['a bit of its manifest', (path: string) => flip(join(path, 'run.json'), 40)],
    ['a bit of its index', (path: string) => flipLast(join(path, 'values.packed'))],
    ['the end of its values', (path: string) => truncate(join(path, 'values.packed'), 20)],
    ['all of its values', (path: string) => rm(join(path, 'values.packed'))],
    ['a disk that reads them', (path: string) => replaceByUnreadable(join(path, 'values.packed'))],
    ['a disk that reads its manifest', (path: string) => replaceByUnreadable(join(path, 'run.json'))],
    ['its manifest', (path: string) => rm(join(path, 'run.json'))],
  ])('is detected on opening if it lacks %s', (_, spoil) =>
    withStore(async ({ directory, catalogue, faults, noon, evening }) => {
      await spoil(join(directory, evening));
      expect(namesOf(catalogue)).toEqual([noon]);
      expect(faults).toMatchObject([{ directory: evening, isDamaged: true }]);
      expect(await readdir(directory)).toContain(`${evening}.damaged`);
      // It has been put aside, so the fault doesn't remain.
      expect(catalogue.faults()).toEqual([]);
    }),
  );

  it('includes one whose folder contains another run', () =>
    withStore(async ({ directory, catalogue, faults, noon, evening }) => {
      await rm(join(directory, evening), { recursive: true });
      await cp(join(directory, noon), join(directory, evening), { recursive: true });
      expect(namesOf(catalogue)).toEqual([noon]);
      expect(faults[0].reason).toBe(`the manifest is that of ${noon}`);
    }));

  it('is served again once it is restored, even under the same name, and no longer listed as damaged', () =>
    withStore(async ({ directory, catalogue, evening, noon }) => {
      await cp(join(directory, evening), join(directory, 'sound'), { recursive: true });
      const [run] = catalogue.runs();
      await flip(join(directory, evening, 'values.packed'), 1);
      expect(() => run.readCell(0, 0)).toThrow();
      await rename(join(directory, 'sound'), join(directory, evening));
      await beyondLookInterval();
      expect(namesOf(catalogue)).toEqual([evening, noon]);
      expect(catalogue.runs()[0].readCell(2, 3)[1]).toBe(87);
      expect(catalogue.damagedRuns()).toEqual([]);
      expect((await readdir(directory)).sort()).toEqual([noon, evening].sort());
    }));

  it('is known after a restart, until it is too old to be kept', () =>
    withStore(async ({ directory, catalogue, noon, evening }) => {
      await truncate(join(directory, noon, 'values.packed'), 20);
      expect(namesOf(catalogue)).toEqual([evening]);
      const next = new RunCatalogue(directory, new RunFaults(directory));
      expect(next.damagedRuns().map(({ name }) => name)).toEqual([noon]);
      await next.keep(1);
      expect(next.damagedRuns()).toEqual([]);
      expect(await readdir(directory)).toEqual([evening]);
      next.close();
    }));

  it('is taken out of service even if it can’t be put aside', () =>
    withDirectory(async (directory) => {
      await publish(directory, NOON, 12);
      const [noon] = await readdir(directory);
      // Simulates a disk that has become read-only.
      const stuck = new RunFaults(join(directory, 'elsewhere'));
      const catalogue = new RunCatalogue(directory, stuck);
      const [run] = catalogue.runs();
      await flip(join(directory, noon, 'values.packed'), 1);
      expect(() => run.readCell(0, 0)).toThrow();
      await publish(directory, EVENING, 18);
      await beyondLookInterval();
      expect(catalogue.runs().map(({ run: time }) => time)).toEqual([EVENING]);
      expect(catalogue.faults()).toMatchObject([{ directory: noon, isDamaged: true }]);
      expect(catalogue.damagedRuns().map(({ name }) => name)).toEqual([noon]);
      catalogue.close();
    }));
});

async function flipLast(path: string): Promise<void> {
  await flip(path, (await readFile(path)).length - 1);
}

async function replaceByUnreadable(path: string): Promise<void> {
  await rm(path);
  await symlink(UNREADABLE, path);
}

describe('a runs directory that cannot be listed', () => {
  it('keeps open runs, and is reported once, as is its recovery', () =>
    withStore(async ({ directory, catalogue, handler, noon, evening }) => {
      const listings: (string | undefined)[] = [];
      handler.onListing((failure) => listings.push(failure?.message));
      expect(namesOf(catalogue)).toEqual([evening, noon]);
      await rename(directory, `${directory}-away`);
      await writeFile(directory, 'no folder');
      try {
        for (let look = 0; look < 3; look++) {
          await beyondLookInterval();
          expect(namesOf(catalogue)).toEqual([evening, noon]);
          expect(catalogue.isListable).toBe(false);
        }
        expect(catalogue.runs()[0].readCell(2, 3)[1]).toBe(87);
        expect(listings).toEqual([expect.stringContaining('ENOTDIR')]);

        // A run that turns out to be damaged meanwhile is no longer served.
        await flip(join(`${directory}-away`, evening, 'values.packed'), 1);
        expect(() => catalogue.runs()[0].readCell(0, 0)).toThrow(DamagedRunError);
        expect(namesOf(catalogue)).toEqual([noon]);
      } finally {
        await rm(directory);
        await rename(`${directory}-away`, directory);
      }
      await beyondLookInterval();
      expect(namesOf(catalogue)).toEqual([noon]);
      expect(catalogue.isListable).toBe(true);
      expect(listings).toEqual([expect.anything(), undefined]);
    }));
});
