import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { type SharedRunStore } from '../../src/core/config/configuration.js';
import { RunCatalogue } from '../../src/store/catalogue/run-catalogue.js';
import { publishedRuns } from '../../src/store/format/run-directory.js';
import { openSource } from '../../src/store/sharing/open-source.js';
import { gfs } from '../../src/weather/models/gfs/gfs.model.js';
import { ifs } from '../../src/weather/models/ifs/ifs.model.js';
import { type Model } from '../../src/weather/models/model.js';
import { forecastService } from '../support/forecast-service.js';
import { writeMessage } from '../support/grib-writer.js';
import { generator } from '../support/random.js';
import { S3Server } from '../support/s3-server.js';
import { describeWithSharedData } from '../support/shared-data.js';
import { answerOf, configuration } from '../unit/forecast/synthetic-forecasts.js';
import { identity, writeRun } from '../unit/store/synthetic-run.js';
import { ReplicaHarness } from '../unit/store/sharing/replica-harness.js';
import { fileOf, GRID, HOUR, IFS_ROOT, RUN, settings } from './ifs-sample.js';
import { IngestHarness } from './ingest-harness.js';

const STANDARD_GRAVITY = 9.80665;
const STEPS = [0, 3];
const signal = new AbortController().signal;

/** The geopotential of a made terrain, in m²/s², which rises by the same amount from cell to cell and row to row. */
const risingBy = (rise: number) => (row: number, column: number) => rise * (GRID.ni * row + column);

/** Points inside the grid, from any two cells to the borders, with their place in it. */
const random = generator(31);
const PLACES = Array.from({ length: 40 }, () => {
  const [row, column] = [random() * (GRID.nj - 1), random() * (GRID.ni - 1)];
  const lat = (GRID.latitudeFirst - row * GRID.increment).toFixed(4);
  const lon = (GRID.longitudeFirst + column * GRID.increment).toFixed(4);
  return { lat, lon, row, column };
});

/** Writes the shared run with a terrain, or as it is: without one. */
async function writeSource(root: string, geopotential?: (row: number, column: number) => number) {
  for (const step of STEPS) {
    const [grib, index] = ['grib2', 'index'].map((suffix) => fileOf(root, step, suffix));
    await mkdir(dirname(grib), { recursive: true });
    const [bytes, text] = [
      await readFile(fileOf(IFS_ROOT, step, 'grib2')),
      await readFile(fileOf(IFS_ROOT, step, 'index'), 'utf8'),
    ];
    if (!geopotential || step > 0) {
      await writeFile(grib, bytes);
      await writeFile(index, text);
      continue;
    }
    const values = Array.from({ length: GRID.ni * GRID.nj }, (_, cell) =>
      geopotential(Math.floor(cell / GRID.ni), cell % GRID.ni),
    );
    const [discipline, category, number] = [0, 3, 4];
    const of = { run: new Date(HOUR), stepHours: 0, grid: GRID, decimals: 0 };
    const message = writeMessage({ ...of, discipline, category, number, level: [1, 0], values });
    const [line] = text.split('\n');
    const place = { param: 'z', _offset: bytes.length, _length: message.length };
    await writeFile(grib, Buffer.concat([bytes, message]));
    await writeFile(index, `${text}${JSON.stringify({ ...(JSON.parse(line) as object), ...place })}\n`);
  }
}

describeWithSharedData('the terrain of a model', () => {
  let server: S3Server;
  let harness: IngestHarness;
  let folder: string;
  let tests = 0;

  beforeAll(async () => {
    server = await S3Server.start();
  });
  afterAll(() => server.stop());
  beforeEach(async () => {
    harness = await IngestHarness.create();
    folder = await mkdtemp(join(tmpdir(), 'terrain-'));
    tests++;
  });
  afterEach(async () => {
    server.fault = undefined;
    await harness.remove();
    await rm(folder, { recursive: true });
  });

  async function ingest(
    geopotential: ((row: number, column: number) => number) | undefined,
    environment: Record<string, string>,
  ) {
    const root = join(folder, 'source');
    await rm(root, { recursive: true, force: true });
    await writeSource(root, geopotential);
    const steps = ['--steps', STEPS.join()];
    const all = { MODELS: 'ifs,gfs', RUNS_KEPT: '1', ...settings(root), ...environment };
    expect(await harness.run(root, [...RUN, ...steps], all)).toMatchObject({ status: 0, stderr: '' });
  }

  /** The heights at all places, as a process answers that starts now. */
  function heights(runsDirectory: string, models: readonly Model[] = [ifs, gfs]) {
    const catalogue = new RunCatalogue(runsDirectory);
    const service = forecastService(catalogue, configuration(144, models, [ifs, gfs]));
    const window = { startTime: HOUR, endTime: '2026-04-20T03:00:00Z' };
    const all = PLACES.map(
      ({ lat, lon }) => answerOf(service, { lat, lon, ...window }, new Date(HOUR)).answer.meta.elevation,
    );
    catalogue.close();
    return all;
  }

  /** A linear field stays the same when it is interpolated. Places are given to 0.0001°, heights to 0.1 m. */
  const expectTerrain = (found: readonly (number | null)[], rise: number) =>
    PLACES.forEach(({ row, column }, i) => {
      const height = risingBy(rise)(row, column) / STANDARD_GRAVITY;
      expect(Math.abs(found[i]! - height)).toBeLessThan(0.16);
    });

  interface Sharing {
    kind: string;
    store: () => SharedRunStore | undefined;
    environment: () => Record<string, string>;
  }
  const SHARING: Sharing[] = [
    { kind: 'one machine', store: () => undefined, environment: () => ({}) },
    {
      kind: 'a bucket',
      store: () => server.location(`terrain-${tests}`),
      environment: () => server.environment(`terrain-${tests}`),
    },
    {
      kind: 'a volume',
      store: () => ({ kind: 'volume', directory: join(folder, 'volume') }),
      environment: () => ({ RUN_STORE_URL: `file://${join(folder, 'volume')}` }),
    },
  ];

  /** Calls a test with the runs of a machine that starts now. */
  async function onNewMachine(store: SharedRunStore | undefined, use: (runsDirectory: string) => void) {
    if (!store) {
      use(join(harness.dataDirectory, 'runs'));
      return;
    }
    const replica = await ReplicaHarness.create(store);
    await replica.start();
    expect(replica.warnings()).toEqual([]);
    use(replica.runsDirectory);
    await replica.remove();
  }

  test.each(SHARING)(
    'is the height of its places when runs without terrain follow, and without any run: $kind',
    async ({ store, environment }) => {
      if (store()?.kind === 'volume') await mkdir(join(folder, 'volume'));
      await ingest(risingBy(200), environment());
      let before: (number | null)[] = [];
      await onNewMachine(store(), (runs) => (before = heights(runs)));
      expectTerrain(before, 200);

      await ingest(undefined, environment());
      await onNewMachine(store(), (runs) => {
        const catalogue = new RunCatalogue(runs);
        expect(catalogue.runs().map(({ manifest }) => manifest.statics)).toEqual([[]]);
        catalogue.close();
        expect(heights(runs)).toEqual(before);
      });

      const source = await openSource(
        store() ?? { kind: 'volume', directory: join(harness.dataDirectory, 'runs') },
      );
      for (const { name } of await source.published(signal)) await source.remove(name);
      source.close();
      await onNewMachine(store(), (runs) => {
        const catalogue = new RunCatalogue(runs);
        expect(catalogue.runs()).toEqual([]);
        catalogue.close();
        expect(heights(runs)).toEqual(before);
        // A model that is no longer served has no part in it.
        expect(heights(runs, [gfs])).toEqual(heights(join(folder, 'nothing'), [gfs]));
      });
    },
  );

  test.each(SHARING)('is replaced by another one, not by the same: $kind', async ({ store, environment }) => {
    if (store()?.kind === 'volume') await mkdir(join(folder, 'volume'));
    const kept = async () => {
      const shared = store();
      const directory = join(harness.dataDirectory, 'runs', 'terrain');
      const terrains = shared ?? { kind: 'volume', directory };
      const source = await openSource(
        terrains.kind === 'bucket'
          ? { ...terrains, prefix: `${terrains.prefix}terrain/` }
          : { ...terrains, directory: shared ? join(folder, 'volume', 'terrain') : directory },
      );
      const names = (await source.published(signal)).map(({ name }) => name);
      source.close();
      return names;
    };
    await ingest(risingBy(200), environment());
    const first = await kept();
    expect(first).toHaveLength(1);
    await ingest(risingBy(200), environment());
    expect(await kept()).toEqual(first);
    await ingest(risingBy(100), environment());
    const second = await kept();
    expect(second).toHaveLength(1);
    expect(second).not.toEqual(first);
    await onNewMachine(store(), (runs) => expectTerrain(heights(runs), 100));
  });

  test('comes back after damage, on disk and with the next run', async () => {
    await ingest(risingBy(200), {});
    const runs = join(harness.dataDirectory, 'runs');
    const terrains = join(runs, 'terrain');
    const [{ name }] = publishedRuns(await readdir(terrains));
    const path = join(terrains, name, 'values.packed');
    const bytes = await readFile(path);
    bytes.fill(0xff, 0, GRID.ni * GRID.nj * 2);
    await writeFile(path, bytes);
    // The run has the same terrain.
    expectTerrain(heights(runs), 200);
    await ingest(risingBy(200), {});
    const [{ name: next }] = publishedRuns(await readdir(terrains));
    expect(next).not.toBe(name);
    await ingest(undefined, {});
    expectTerrain(heights(runs), 200);
  });

  test('is that of the runs in a store from before terrains were kept', async () => {
    await ingest(risingBy(200), {});
    const runs = join(harness.dataDirectory, 'runs');
    await rm(join(runs, 'terrain'), { recursive: true });
    expectTerrain(heights(runs), 200);
    expect(existsSync(join(runs, 'terrain'))).toBe(false);
  });

  test('is not listed as a run', async () => {
    await ingest(risingBy(200), {});
    const runs = join(harness.dataDirectory, 'runs');
    await writeRun(join(runs, 'terrain'), identity({ model: 'gfs', stepsHours: [0] }), [
      { variable: 'terrainHeight', step: 'static', value: 3 },
    ]);
    const catalogue = harness.catalogue();
    expect(catalogue.runs().map(({ manifest }) => manifest.model)).toEqual(['ifs']);
    expect(
      catalogue
        .terrains()
        .map(({ manifest }) => manifest.model)
        .sort(),
    ).toEqual(['gfs', 'ifs']);
    expect(catalogue.faults()).toEqual([]);
    catalogue.close();
  });
});
