import { mkdir, readdir, readFile, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, jest } from '@jest/globals';
import { RunCatalogue } from '../../../../src/store/catalogue/run-catalogue.js';
import { RunWriter } from '../../../../src/store/write/run-writer.js';
import { generator } from '../../../support/random.js';
import { readRecords } from '../format-reader.js';
import { identity, REGIONAL_GRID, toPlane, withDirectory, writeRun } from '../synthetic-run.js';

describe('RunWriter', () => {
  it('writes a record per grid point, whatever the order of the planes', () =>
    withDirectory(async (directory) => {
      const manifest = await writeRun(directory, identity(), [
        { variable: 'landMask', step: 'static', value: (y) => (y === 1 ? 1 : 0), quantum: 1 },
        { variable: 'cloudCover', step: 6, value: 60, quantum: 1 },
        {
          variable: 'temperature2m',
          step: 3,
          value: (y, x) => 280 + y + x / 10,
          reference: 270,
          quantum: 0.1,
        },
        { variable: 'temperature2m', step: 0, value: 270, reference: 270, quantum: 0.1 },
        { variable: 'precipitation', statistic: 'amount', step: 3, spanStart: 0, value: NaN },
      ]);
      const [name] = await readdir(directory);
      const record = await readRecords(join(directory, name));
      const none = 65_535;
      // temperature2m, precipitation and cloudCover at 0, 3 and 6 hours, then landMask.
      expect(record(0, 0)).toEqual([0, 100, none, none, none, none, none, none, 60, 0]);
      expect(record(1, 3)).toEqual([0, 113, none, none, none, none, none, none, 60, 1]);
      expect(record(2, 1)).toEqual([0, 121, none, none, none, none, none, none, 60, 0]);
      expect(manifest.variables.map((variable) => variable.name)).toEqual([
        'temperature2m',
        'precipitation',
        'cloudCover',
      ]);
      expect(manifest.variables[0].planes).toEqual([
        { reference: 270, scale: 0.1 },
        { reference: 270, scale: 0.1 },
        null,
      ]);
      expect(manifest.variables[1]).toMatchObject({ statistic: 'amount' });
      expect(manifest.variables[1].planes[1]).toMatchObject({ spanStartHours: 0 });
      expect(manifest.statics).toEqual([{ name: 'landMask', plane: { reference: 0, scale: 1 } }]);
    }));

  it('names the directory after run and publication time, and leaves nothing else behind', () =>
    withDirectory(async (directory) => {
      const field = { variable: 'temperature2m', step: 0, value: 280 } as const;
      const manifest = await writeRun(directory, identity(), [field], [{ code: 'a', detail: 'b' }]);
      const publishedMs = Date.parse(manifest.publishedAt);
      expect(await readdir(directory)).toEqual([`gfs_1p00_20261120T1200Z_${publishedMs}`]);
      const [name] = await readdir(directory);
      expect((await readdir(join(directory, name))).sort()).toEqual(['run.json', 'values.packed']);
      expect(JSON.parse(await readFile(join(directory, name, 'run.json'), 'utf8'))).toEqual(manifest);
      expect(manifest).toMatchObject({
        format: 3,
        run: '2026-11-20T12:00:00.000Z',
        stepsHours: [0, 3, 6],
        warnings: [{ code: 'a', detail: 'b' }],
      });
    }));

  it('packs codes of any width, with gaps, lattice changes and missing planes', () =>
    withDirectory(async (directory) => {
      const stepsHours = Array.from({ length: 37 }, (_, step) => step * 3);
      const random = generator(5);
      const codes = new Map<string, Uint16Array>();
      const writer = await RunWriter.create(directory, identity({ stepsHours, isBounded: true }));
      for (const [step, stepHours] of stepsHours.entries()) {
        for (const [i, variable] of (['temperature2m', 'windU10m', 'cape'] as const).entries()) {
          if (random() < 0.15) continue;
          const [reference, quantum] = [Math.round(random() * 300) + 0.3, random() < 0.9 ? 0.5 : 0.25];
          const range = 2 ** Math.floor(random() * 17) - 1;
          const wanted = Uint16Array.from({ length: 12 }, () => (random() < 0.1 ? 65_535 : random() * range));
          const values = Float64Array.from(wanted, (code) =>
            code === 65_535 ? NaN : reference + code * quantum,
          );
          codes.set(`${i} ${step}`, wanted);
          const plane = { variable, statistic: 'instant', stepHours, values } as const;
          await writer.add({ ...plane, quantisation: { reference, quantum } });
        }
      }
      await writer.publish();
      const [name] = await readdir(directory);
      const record = await readRecords(join(directory, name));
      const catalogue = new RunCatalogue(directory);
      for (let cell = 0; cell < 12; cell++) {
        const [y, x] = [Math.floor(cell / 4), cell % 4];
        const expected = [0, 1, 2].flatMap((i) =>
          stepsHours.map((_, step) => codes.get(`${i} ${step}`)?.[cell] ?? 65_535),
        );
        expect(record(y, x)).toEqual(expected);
        expect([...catalogue.runs()[0].readCell(y, x)]).toEqual(expected);
      }
      catalogue.close();
    }));

  it('rejects a plane for a step before those already packed', () =>
    withDirectory(async (directory) => {
      const stepsHours = Array.from({ length: 9 }, (_, step) => step);
      const writer = await RunWriter.create(directory, identity({ stepsHours }));
      const plane = (step: number) => toPlane(REGIONAL_GRID, { variable: 'cape', step, value: 1 });
      await writer.add(plane(8));
      await expect(writer.add(plane(0))).rejects.toThrow('comes after a step of a later window');
      await writer.publish();
    }));

  it('transposes more planes and cells than fit in one window and one strip', () =>
    withDirectory(async (directory) => {
      const grid = { ...REGIONAL_GRID, ni: 100, nj: 50 };
      const stepsHours = Array.from({ length: 150 }, (_, step) => step);
      const value = (step: number) => (y: number, x: number) => ((y * 100 + x) * 7 + step * 13) % 60_000;
      const fields = stepsHours.map(
        (step) => ({ variable: 'cape', step, value: value(step), quantum: 1 }) as const,
      );
      await writeRun(directory, identity({ grid, stepsHours, isBounded: true }), fields);
      const catalogue = new RunCatalogue(directory);
      const [run] = catalogue.runs();
      for (const [y, x] of [
        [0, 0],
        [40, 95],
        [40, 96],
        [49, 99],
      ]) {
        expect([...run.readCell(y, x)]).toEqual(stepsHours.map((step) => value(step)(y, x)));
      }
      catalogue.close();
    }));

  it('accepts planes without waiting in between', () =>
    withDirectory(async (directory) => {
      const writer = await RunWriter.create(directory, identity());
      const planes = [0, 3, 6].map((step) =>
        toPlane(REGIONAL_GRID, { variable: 'temperature2m', step, value: 280 + step, quantum: 1 }),
      );
      await Promise.all(planes.map((plane) => writer.add(plane)));
      await writer.publish();
      const catalogue = new RunCatalogue(directory);
      expect([...catalogue.runs()[0].readCell(1, 1)]).toEqual([280, 283, 286]);
      catalogue.close();
    }));

  it('shows nothing until it publishes, and nothing after an abort', () =>
    withDirectory(async (directory) => {
      const catalogue = new RunCatalogue(directory);
      const writer = await RunWriter.create(directory, identity());
      await writer.add(toPlane(REGIONAL_GRID, { variable: 'cape', step: 0, value: 1 }));
      expect(catalogue.runs()).toEqual([]);
      expect(catalogue.faults()).toEqual([]);
      await writer.abort();
      expect(await readdir(directory)).toEqual([]);
    }));

  it('leaves the store unchanged if publishing fails', () =>
    withDirectory(async (directory) => {
      const writer = await RunWriter.create(directory, identity());
      await expect(writer.publish()).rejects.toThrow('without any field');
      expect(await readdir(directory)).toEqual([]);
    }));

  it.each([
    [
      'a wrong number of values',
      { stepHours: 3, values: new Float64Array(5) },
      'has 5 values, not the 12 of the grid',
    ],
    ['a step that the run does not have', { stepHours: 4 }, 'is not a step of the run'],
    ['a plane added twice', {}, 'was added twice'],
    ['an instant with a span', { stepHours: 3, spanStartHours: 0 }, 'span'],
    ['a mean without a span', { stepHours: 3, statistic: 'mean' }, 'span'],
    ['an empty span', { stepHours: 3, statistic: 'mean', spanStartHours: 3 }, 'empty span'],
    [
      'another statistic',
      { stepHours: 3, statistic: 'mean', spanStartHours: 0 },
      'earlier planes of kind instant',
    ],
    ['infinite values', { stepHours: 3, values: new Float64Array(12).fill(Infinity) }, 'infinite'],
  ] as const)('rejects %s and continues', (_, change, message) =>
    withDirectory(async (directory) => {
      const writer = await RunWriter.create(directory, identity());
      const plane = toPlane(REGIONAL_GRID, { variable: 'cloudCover', step: 0, value: 5, quantum: 1 });
      await writer.add(plane);
      await expect(writer.add({ ...plane, ...change })).rejects.toThrow(message);
      const manifest = await writer.publish();
      expect(manifest.variables[0].planes).toEqual([{ reference: 0, scale: 1 }, null, null]);
    }),
  );

  it('rejects steps out of order', () =>
    withDirectory(async (directory) => {
      await expect(RunWriter.create(directory, identity({ stepsHours: [0, 6, 3] }))).rejects.toThrow(
        'ascending',
      );
      await expect(RunWriter.create(directory, identity({ stepsHours: [] }))).rejects.toThrow('ascending');
    }));

  it('deletes what killed writers left behind, and nothing else', () =>
    withDirectory(async (directory) => {
      const old = 'gfs_1p00_20261120T0600Z_6b2f7a56-5c3b-4a57-9b39-0f6f0a4f8a11.partial';
      const young = 'gfs_1p00_20261120T0600Z_6b2f7a56-5c3b-4a57-9b39-0f6f0a4f8a12.partial';
      const removed = 'gfs_1p00_20261120T0000Z_1795160000000.removed';
      for (const name of [old, young, removed, 'notes.partial']) await mkdir(join(directory, name));
      const sevenHoursAgo = new Date(Date.now() - 7 * 3_600_000);
      for (const name of [old, 'notes.partial'])
        await utimes(join(directory, name), sevenHoursAgo, sevenHoursAgo);
      const writer = await RunWriter.create(directory, identity());
      await writer.abort();
      expect((await readdir(directory)).sort()).toEqual([young, 'notes.partial']);
    }));

  it('makes the newest publication the latest, even if the clock was set back', () =>
    withDirectory(async (directory) => {
      const fields = [{ variable: 'cape', step: 0, value: 1, quantum: 1 }] as const;
      const first = await writeRun(directory, identity(), [...fields]);
      const now = jest.spyOn(Date, 'now').mockReturnValue(Date.parse(first.publishedAt) - 7_200_000);
      const second = await writeRun(directory, identity(), [...fields]);
      now.mockRestore();
      expect(Date.parse(second.publishedAt)).toBe(Date.parse(first.publishedAt) + 1);
    }));

  it('keeps publication times unique within a millisecond', () =>
    withDirectory(async (directory) => {
      const fields = [{ variable: 'cape', step: 0, value: 1 }] as const;
      for (let i = 0; i < 3; i++) await writeRun(directory, identity(), [...fields]);
      expect(await readdir(directory)).toHaveLength(3);
    }));
});
