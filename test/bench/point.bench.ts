import { gefs } from '../../src/weather/models/gefs/gefs.model.js';
import { gfs } from '../../src/weather/models/gfs/gfs.model.js';
import { closeSync, mkdtempSync, openSync, readSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { answerFromRuns } from '../../src/forecast/answer/answers.js';
import { planForecast } from '../../src/forecast/plan/forecast-plan.js';
import { type Timeline } from '../../src/forecast/request/parameters.js';
import { type ForecastAnswer } from '../../src/forecast/timelines/forecast-answer.js';
import { JSON_FORMAT } from '../../src/forecast/answer/json-formats.js';
import { ForecastQueries } from '../../src/forecast/request/forecast-queries.js';
import { RunCatalogue } from '../../src/store/catalogue/run-catalogue.js';
import { type StoredRun } from '../../src/store/read/stored-run.js';
import { TERRAIN_FOLDER } from '../../src/store/format/run-directory.js';
import { VALUES_FILE } from '../../src/store/format/run-manifest.js';
import { type Model } from '../../src/weather/models/model.js';
import { allBut, type FullRun, hourly, OF_MEMBERS, publishFullRun } from './keyed/full-run.js';
import { type Report } from './report.js';
import { compareWithKept } from './yardstick/kept-ratios.js';
import { yardstick } from './yardstick/yardstick.js';
import { QUANTILES } from '../../src/weather/metrics/own/quantiles.js';
import { OWN_CATALOGUE } from '../support/own-catalogue.js';

const ROUNDS = 15;
const BLENDED = 'of 3 models and an ensemble, with JSON';
const YARDSTICK = 'the yardstick';
const POINTS = 200;

/** A regional model like ICON-EU and one like IFS, preferred to GFS; each model fills the gaps of the previous one. */
const PREFERRED: FullRun[] = [
  {
    model: 'regional',
    grid: {
      ni: 33,
      nj: 49,
      latitudeFirst: 90,
      longitudeFirst: -20,
      latitudeIncrement: 2.5,
      longitudeIncrement: 2.5,
      wrapsLongitude: false,
    },
    stepsHours: [...hourly(78), ...hourly(120, 81, 3)],
    has: allBut('apparentTemperature2m', 'totalOzone', 'soilMoisture', 'convectiveInhibition', 'liftedIndex'),
  },
  {
    model: 'ifs',
    stepsHours: hourly(144, 0, 3),
    has: allBut(
      'apparentTemperature2m',
      'relativeHumidity2m',
      'visibility',
      'totalOzone',
      'soilMoisture',
      'convectiveInhibition',
      'liftedIndex',
    ),
  },
];

/** Like GEFS with all its quantiles. It always provides the probability of precipitation. */
const ENSEMBLE: FullRun = { model: gefs.name, stepsHours: hourly(240, 0, 3), has: OF_MEMBERS };

/** The terrain that is kept of a model. */
const terrainOf = (run: FullRun): FullRun => ({ ...run, stepsHours: [0], has: ['terrainHeight'] });

/** All fields returned by default, and every quantile. */
const WITH_QUANTILES = [...OWN_CATALOGUE.defaultNames, ...QUANTILES.map(({ name }) => name)].join();

/** One point, 18 fields × 120 hours: the cost of reading, deriving and writing it, at a different point each time. */
export async function bench(report: Report): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-point-'));
  const catalogue = new RunCatalogue(folder);
  try {
    await publishFullRun(folder);
    for (const run of [...PREFERRED, ENSEMBLE]) await publishFullRun(folder, run);
    for (const run of [{}, ...PREFERRED]) await publishFullRun(join(folder, TERRAIN_FOLDER), terrainOf(run));
    measureAll(report, [...catalogue.runs(), ...catalogue.terrains()], folder);
  } finally {
    catalogue.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

function measureAll(report: Report, runs: readonly StoredRun[], folder: string): void {
  const ofGfs = runs.filter(({ manifest }) => manifest.model === gfs.name);
  const file = openSync(join(folder, ofGfs[0].name, VALUES_FILE), 'r');
  const cases = casesOf(runs, ofGfs[0], file);
  const rounds: Record<string, number>[] = [];
  for (let round = 0; round <= ROUNDS; round++) {
    const measured: Record<string, number> = {};
    for (const [name, work] of Object.entries(cases)) measured[name] = microseconds(work);
    // The first round is a warm-up.
    if (round > 0) rounds.push(measured);
  }
  closeSync(file);
  const median = (name: string) => middle(rounds.map((round) => round[name]));
  report.note('microseconds of processor time of one core, the median of rounds; codes of 16 bits');
  report.note(`load of the machine: ${loadavg()[0].toFixed(1)}`);
  for (const name of Object.keys(cases)) report.figure(name, median(name), 'µs');
  report.ratio('points a second, read and derived / 3,000', 1e6 / median('read and derived'), 3000, '>= 1');
  report.ratio('points a second, with JSON / 2,000', 1e6 / median('with JSON'), 2000, '>= 1');
  report.ratio(
    'points a second, of 3 models and an ensemble with JSON / 1,500',
    1e6 / median(BLENDED),
    1500,
    '>= 1',
  );
  report.ratio('3 models and an ensemble / one model, with JSON', median(BLENDED), median('with JSON'));
  report.ratio('the ensemble / none, 3 models', median(BLENDED), median('of 3 models, with JSON'));
  report.ratio('with every quantile / without', median(`${BLENDED}, every quantile`), median(BLENDED));
  report.ratio('60 minutes / 120 hours, with JSON', median('60 minutes, with JSON'), median('with JSON'));
  report.ratio('5 days / 120 hours, with JSON', median('5 days, with JSON'), median('with JSON'));
  report.ratio('read and derived / raw read of the bytes', median('read and derived'), median('raw read'));
  report.ratio('JSON.stringify / JSON', median('JSON.stringify'), median('JSON'), '>= 3');
  // Of each round, since another program may slow down some of them.
  const ofYardstick = (name: string) => middle(rounds.map((round) => round[name] / round[YARDSTICK]));
  const compared = ['read and derived', 'with JSON', BLENDED];
  compareWithKept(report, 'point', Object.fromEntries(compared.map((name) => [name, ofYardstick(name)])));
}

function casesOf(
  runs: readonly StoredRun[],
  { manifest }: StoredRun,
  file: number,
): Record<string, () => unknown> {
  const three = [...PREFERRED.map(({ model: name }) => ({ ...gfs, name: name! })), gfs];
  const blended = [...three, gefs];
  const queries = new ForecastQueries(OWN_CATALOGUE, ['gfs']);
  const nowMs = Date.now();
  let points = 0;
  const answer = (parameters: Record<string, string> = {}, models: readonly Model[] = [gfs]) => {
    const lat = ((points++ * 0.0137) % 89).toFixed(4);
    const { query } = queries.parse({ lat, lon: '21.0122', timelines: 'hourly', ...parameters }, nowMs);
    const plan = planForecast(models, runs, query, OWN_CATALOGUE, new Date(nowMs));
    if (!plan) throw new Error('no run has the point');
    return answerFromRuns({ ...plan, ground: undefined }, query, OWN_CATALOGUE, {
      nextRunOf: () => new Date(nowMs),
      ageHours: undefined,
    });
  };
  const { recordsBytes, grid } = manifest;
  const bytes = Buffer.alloc(2 * Math.ceil(recordsBytes / (grid.ni * grid.nj)));
  /** Reads two records from each of two rows, as for a point between four cells. */
  const rawRead = () => {
    const row = Math.floor(recordsBytes / grid.nj);
    const first = (points++ % (grid.nj - 2)) * row;
    readSync(file, bytes, 0, bytes.length, first);
    readSync(file, bytes, 0, bytes.length, first + row);
  };
  requireParts(JSON_FORMAT.whole(answer({ fields: WITH_QUANTILES }, blended)));
  const kept = keep(answer());
  const text = JSON_FORMAT.whole(kept).toString();
  const parsed = JSON.parse(text) as unknown;
  if (JSON.stringify(parsed) !== text) throw new Error('the JSON of an answer is not that of JSON.stringify');
  return {
    [YARDSTICK]: yardstick,
    'raw read': rawRead,
    'read and derived': () => keep(answer()),
    'with JSON': () => JSON_FORMAT.whole(answer()),
    'of 3 models, with JSON': () => JSON_FORMAT.whole(answer({}, three)),
    [BLENDED]: () => JSON_FORMAT.whole(answer({}, blended)),
    [`${BLENDED}, every quantile`]: () => JSON_FORMAT.whole(answer({ fields: WITH_QUANTILES }, blended)),
    '60 minutes, with JSON': () => JSON_FORMAT.whole(answer({ timelines: 'minutely' })),
    '5 days, with JSON': () => JSON_FORMAT.whole(answer({ timelines: 'daily' })),
    JSON: () => JSON_FORMAT.whole(kept),
    'JSON.stringify': () => Buffer.from(JSON.stringify(parsed)),
  };
}

/** Ensures that the forecast is blended: each model provides hours, the ensemble the probability and the quantiles. */
function requireParts(json: Buffer): void {
  const { data, meta } = JSON.parse(json.toString()) as {
    data: { timelines: { hourly: { values: Record<string, unknown> }[] } };
    meta: { sources: { source: string; fields: string[] }[] };
  };
  const given = meta.sources.map(({ source }) => source);
  const wanted = [...PREFERRED.map(({ model }) => model), gfs.name, gefs.name];
  const { fields = [] } = meta.sources.find(({ source }) => source === gefs.name) ?? {};
  const ofMembers = ['precipitationProbability', ...QUANTILES.map(({ name }) => name)];
  const lacking = ofMembers.filter(
    (name) => !fields.includes(name) || !data.timelines.hourly.every(({ values }) => values[name] !== null),
  );
  if (wanted.join() !== given.join() || lacking.length > 0)
    throw new Error(`not all of ${wanted.join()}: ${given.join()}; without values: ${lacking.join()}`);
}

/** Evaluates the timelines. */
function keep(answer: ForecastAnswer): ForecastAnswer {
  const timelines: ForecastAnswer['timelines'] = {};
  for (const [name, parts] of Object.entries(answer.timelines)) timelines[name as Timeline] = [...parts];
  const meta = answer.meta();
  return { ...answer, timelines, meta: () => meta };
}

/** Returns the processor time of one call. */
function microseconds(work: () => unknown): number {
  const start = process.cpuUsage();
  for (let i = 0; i < POINTS; i++) work();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / POINTS;
}

function middle(values: number[]): number {
  return values.sort((a, b) => a - b)[Math.floor(values.length / 2)];
}
