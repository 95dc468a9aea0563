import { cp, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { HOUR_MS } from '../../../src/core/time/index.js';
import { type VariableName } from '../../../src/weather/meteo/variables.js';
import { RunCatalogue } from '../../../src/store/catalogue/run-catalogue.js';
import { RunFaults } from '../../../src/store/catalogue/run-faults.js';
import { RunWriter } from '../../../src/store/write/run-writer.js';
import { type Random } from '../../support/random.js';
import { type TestApp } from '../../support/test-app.js';

const STEPS_HOURS = [0, 3, 6, 9, 12, 15, 18, 21, 24];
const POLL_MS = 5;

/** A global grid with 30° spacing, including the poles. */
export const GRID = {
  ni: 12,
  nj: 7,
  latitudeFirst: 90,
  longitudeFirst: 0,
  latitudeIncrement: 30,
  longitudeIncrement: 30,
  wrapsLongitude: true,
};

/** Means and amplitudes. */
const FIELDS: [VariableName, middle: number, amplitude: number][] = [
  ['temperature2m', 283, 20],
  ['surfacePressure', 99_000, 4_000],
  ['cloudCover', 50, 50],
  ['precipitation', 1, 1],
];

/** A store of two runs with known contents. */
export class StoredWorld {
  private constructor(
    private readonly app: TestApp,
    /** Names of the runs, newest first. */
    readonly names: readonly string[],
    readonly newest: Date,
  ) {}

  static async create(app: TestApp): Promise<StoredWorld> {
    const sound = join(app.dataDirectory, 'sound');
    const newest = new Date(Math.floor(Date.now() / HOUR_MS - 1) * HOUR_MS);
    const runs = [newest, new Date(newest.getTime() - 6 * HOUR_MS)];
    for (const [i, run] of runs.entries()) await writeWorld(sound, run, i);
    await mkdir(join(app.dataDirectory, 'runs'));
    const names = (await readdir(sound)).sort().reverse();
    return new StoredWorld(app, names, newest);
  }

  get faults(): RunFaults {
    return this.app.app.get(RunFaults);
  }

  /** Makes the service serve exactly these runs. */
  async serve(names: readonly string[]): Promise<void> {
    for (const name of this.names) {
      const isServed = this.served().includes(name);
      if (names.includes(name) && !isServed) await this.put(name, this.sound(name));
      if (!names.includes(name)) await rm(this.place(name), { recursive: true, force: true });
    }
    while (this.served().join() !== names.join()) await sleep(POLL_MS);
  }

  /** Flips a bit in a record of a run that is being served. */
  async flipServed(name: string, random: Random): Promise<void> {
    const [run] = this.app.app
      .get(RunCatalogue)
      .runs()
      .filter((stored) => stored.name === name);
    const byte = Math.floor(random() * run.manifest.recordsBytes);
    await flipBit(join(this.place(name), 'values.packed'), byte, random);
  }

  /** Publishes a run with a flipped bit in one of its files. */
  async flipArriving(name: string, random: Random): Promise<void> {
    await this.serve(this.names.filter((other) => other !== name));
    const arriving = join(this.app.dataDirectory, 'arriving');
    await cp(this.sound(name), arriving, { recursive: true });
    const files = ['values.packed', 'run.json'].map((file) => join(arriving, file));
    const sizes = await Promise.all(files.map(async (path) => (await stat(path)).size));
    const place = Math.floor(random() * (sizes[0] + sizes[1]));
    const [file, byte] = place < sizes[0] ? [0, place] : [1, place - sizes[0]];
    await flipBit(files[file], byte, random);
    await rename(arriving, this.place(name));
  }

  private served(): string[] {
    return this.app.app
      .get(RunCatalogue)
      .runs()
      .map(({ name }) => name);
  }

  private async put(name: string, source: string): Promise<void> {
    const copy = join(this.app.dataDirectory, 'copy');
    await cp(source, copy, { recursive: true });
    await rm(this.place(name), { recursive: true, force: true });
    await rename(copy, this.place(name));
  }

  private sound(name: string): string {
    return join(this.app.dataDirectory, 'sound', name);
  }

  private place(name: string): string {
    return join(this.app.dataDirectory, 'runs', name);
  }
}

async function writeWorld(directory: string, run: Date, phase: number): Promise<void> {
  const identity = { model: 'gfs', resolution: '1p00', run, attribution: 'synthetic' };
  const writer = await RunWriter.create(directory, { ...identity, grid: GRID, stepsHours: STEPS_HOURS });
  const field = (middle: number, amplitude: number, step: number) => ({
    values: Float64Array.from({ length: GRID.ni * GRID.nj }, (_, i) => {
      return middle + amplitude * Math.sin(phase + i + step / 9);
    }),
    quantisation: { reference: 0, quantum: 0 },
  });
  for (const stepHours of STEPS_HOURS) {
    for (const [variable, middle, amplitude] of FIELDS) {
      const values = field(middle, amplitude, stepHours);
      if (variable !== 'precipitation')
        await writer.add({ variable, statistic: 'instant', stepHours, ...values });
      else if (stepHours > 0)
        await writer.add({
          variable,
          statistic: 'amount',
          stepHours,
          spanStartHours: stepHours - 3,
          ...values,
        });
    }
  }
  await writer.add({
    variable: 'terrainHeight',
    statistic: 'instant',
    stepHours: 'static',
    ...field(500, 400, 0),
  });
  await writer.publish();
}

async function flipBit(path: string, byte: number, random: Random): Promise<void> {
  const file = await open(path, 'r+');
  try {
    const buffer = Buffer.alloc(1);
    await file.read(buffer, 0, 1, byte);
    buffer[0] ^= 1 << Math.floor(random() * 8);
    await file.write(buffer, 0, 1, byte);
  } finally {
    await file.close();
  }
}
