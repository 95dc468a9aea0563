/** @slow */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, openSync, closeSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import {
  type DayForecast,
  FORECAST_DAY,
  HOUR_BINS,
  LEAD_BINS,
  LEAD_DAYS,
  NO_VALUE,
  OBSERVED_DAY,
  SCORED_FIELDS,
  STATION_BIASES,
  STATION_CORRECTIONS,
  SUMS,
  correctionIndex,
  correctionsOf,
  degreesOf,
  leadBinOf,
  learnDay,
  observedOffset,
  forecastOffset,
  scoreDay,
  scoresOf,
} from '../../../../src/weather/verification/index.js';
import { atOnce } from '../../../../src/core/background/index.js';
import { describeWithPython } from '../../../support/describe-with-python.js';
import { generator } from '../../../support/random.js';

const PROGRAM = fileURLToPath(new URL('./made_world.py', import.meta.url));
const STATIONS = 400;
const DAYS = 60;
/** Hours from the issues at 00, 06, 12 and 18 UTC to the start of the day. */
const LEADS = Array.from({ length: 23 }, (_, i) => 6 * i - 18);
/** Each model has a bias of its own; the last one is their mean, which is corrected. */
const MODELS = ['by height', 'by hour', 'by lead'];
const SOURCES = [...MODELS, 'auto_uncorrected'];
const SIGMA = 1.2;
const CHANGED_ON = 30;
const TEMPERATURE = SCORED_FIELDS.findIndex(({ name }) => name === 'temperature');

const random = generator(400);
const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
const list = <T>(length: number, make: (i: number) => T) => Array.from({ length }, (_, i) => make(i));

const KINDS = ['none', 'constant', 'of the models', 'changing'] as const;
const heights = list(STATIONS, () => 2_000 * random());
const kindOf = (station: number) => KINDS[station % KINDS.length];

/** In degrees. */
function biasOf(model: number, station: number, day: number, hour: number, lead: number): number {
  switch (kindOf(station)) {
    case 'none':
      return 0;
    case 'constant':
      return station % 8 === 1 ? 3 : -3;
    case 'changing':
      return day < CHANGED_ON ? 2 : -1;
    case 'of the models':
      return [heights[station] / 500, 3 * Math.cos((Math.PI * (hour - 15)) / 12), lead / 40][model];
  }
}

/** The errors of models are independent. Those of an hour go on in the next ones; those of issues differ. */
class MadeWorld {
  readonly observed = new Int16Array(STATIONS * OBSERVED_DAY);
  readonly forecasts: DayForecast[] = LEADS.flatMap((leadHours) =>
    SOURCES.map((source) => ({ source, leadHours, values: new Int16Array(STATIONS * FORECAST_DAY) })),
  );
  private readonly lasting = new Float64Array(MODELS.length * STATIONS);

  makeDay(day: number): void {
    this.observed.fill(NO_VALUE);
    for (const { values } of this.forecasts) values.fill(NO_VALUE);
    for (let hour = 0; hour < 24; hour++) {
      for (let i = 0; i < this.lasting.length; i++) this.lasting[i] = 0.8 * this.lasting[i] + 0.6 * normal();
      for (let station = 0; station < STATIONS; station++) this.makeHour(day, hour, station);
    }
  }

  private makeHour(day: number, hour: number, station: number): void {
    const truth = Math.round(100 + 60 * Math.cos((Math.PI * (hour - 15)) / 12) + 30 * Math.sin(day));
    this.observed[observedOffset('temperature', station) + hour] = truth;
    const place = forecastOffset('temperature', station) + hour;
    for (const [i, leadHours] of LEADS.entries()) {
      const lead = leadHours + hour;
      if (leadBinOf(lead) === -1) continue;
      let sum = 0;
      for (const model of MODELS.keys()) {
        const sigma = SIGMA * (1 + lead / 160);
        const noise = Math.SQRT1_2 * (this.lasting[model * STATIONS + station] + normal());
        const error = biasOf(model, station, day, hour, lead) + sigma * noise;
        const forecast = Math.round(truth + 10 * error);
        this.forecasts[i * SOURCES.length + model].values[place] = forecast;
        sum += forecast;
      }
      this.forecasts[i * SOURCES.length + MODELS.length].values[place] = Math.round(sum / MODELS.length);
    }
  }

  /** See `made_world.py`. */
  write(file: number): void {
    const hours = new Int16Array(24 * STATIONS);
    const put = (of: (station: number, hour: number) => number) => {
      for (let hour = 0; hour < 24; hour++)
        for (let station = 0; station < STATIONS; station++)
          hours[hour * STATIONS + station] = of(station, hour);
      writeSync(file, new Uint8Array(hours.buffer));
    };
    put((station, hour) => this.observed[observedOffset('temperature', station) + hour]);
    for (const { values } of this.forecasts)
      put((station, hour) => values[forecastOffset('temperature', station) + hour]);
  }
}

interface Results {
  scores: number[][][];
  /** What is left of each station's absolute error. */
  gains: number[];
  /** After the last day, [station][day ahead][three hours], in degrees. */
  corrections: number[][][];
}

describeWithPython('a made world of 400 stations and three models over 60 days', () => {
  const folder = mkdtempSync(join(tmpdir(), 'made-world-'));
  const sums = list(SOURCES.length, () => new Float64Array(LEAD_BINS.length * SUMS));
  /** Of the stations without bias. */
  const unbiased = list(SOURCES.length, () => new Float64Array(SUMS));
  const raw = new Float64Array(STATIONS);
  const corrected = new Float64Array(STATIONS);
  const afterDay: Int8Array[] = [];
  let expected: Results;

  function score(world: MadeWorld): void {
    const { byLead } = atOnce(
      scoreDay({ ...world, stations: STATIONS }, SCORED_FIELDS[TEMPERATURE], SOURCES),
    );
    byLead.forEach((sum, i) => {
      const set = Math.floor(i / (LEAD_BINS.length * SUMS));
      const [station, source] = [Math.floor(set / SOURCES.length), set % SOURCES.length];
      sums[source][i % (LEAD_BINS.length * SUMS)] += sum;
      if (kindOf(station) === 'none') unbiased[source][i % SUMS] += sum;
    });
  }

  /** With what was known at the end of the last whole day before each issue. */
  function correct({ observed, forecasts }: MadeWorld, day: number): void {
    for (const { source, leadHours, values } of forecasts) {
      if (source !== SOURCES.at(-1)) continue;
      const known = afterDay[Math.floor((24 * day - leadHours) / 24) - 1] as Int8Array | undefined;
      for (let station = 0; station < STATIONS; station++)
        for (let hour = 0; hour < 24; hour++) {
          const forecast = values[forecastOffset('temperature', station) + hour];
          if (forecast === NO_VALUE) continue;
          const error = (forecast - observed[observedOffset('temperature', station) + hour]) / 10;
          const place = station * STATION_CORRECTIONS + correctionIndex(0, leadHours + hour, hour);
          raw[station] += Math.abs(error);
          corrected[station] += Math.abs(error - (known ? degreesOf(known[place]) : 0));
        }
    }
  }

  beforeAll(() => {
    const world = new MadeWorld();
    const path = join(folder, 'world');
    const file = openSync(path, 'w');
    const isReliable = new Array<boolean>(STATIONS).fill(true);
    let biases: Int16Array = new Int16Array(STATIONS * STATION_BIASES);
    for (let day = 0; day < DAYS; day++) {
      world.makeDay(day);
      world.write(file);
      score(world);
      correct(world, day);
      const forecasts = world.forecasts.filter(({ source }) => source === SOURCES.at(-1));
      const carriedTo = () => [[], []];
      biases = atOnce(learnDay(biases, { observed: world.observed, forecasts, isReliable, carriedTo }));
      afterDay.push(correctionsOf(biases));
    }
    closeSync(file);
    const input = JSON.stringify({ stations: STATIONS, days: DAYS, leads: LEADS, sources: SOURCES });
    const { stdout, stderr } = spawnSync('python3', [PROGRAM, path], {
      input,
      encoding: 'utf8',
      maxBuffer: 1e8,
    });
    if (stderr) throw new Error(stderr);
    expected = JSON.parse(stdout) as Results;
  }, 300_000);

  afterAll(() => rmSync(folder, { recursive: true }));

  const stationsOf = (kind: (typeof KINDS)[number]) =>
    list(STATIONS, (station) => station).filter((station) => kindOf(station) === kind);
  const mean = (numbers: readonly number[]) => numbers.reduce((sum, one) => sum + one, 0) / numbers.length;
  const left = (station: number) => corrected[station] / raw[station];

  it('has the sums that the other program works out', () => {
    expect(sums.map((ofSource) => [...ofSource])).toEqual(expected.scores.map((bins) => bins.flat()));
  });

  it('is corrected as by the other program', () => {
    const ours = afterDay.at(-1)!;
    let most = 0;
    for (let station = 0; station < STATIONS; station++)
      for (let ahead = 0; ahead < LEAD_DAYS; ahead++)
        for (let bin = 0; bin < HOUR_BINS; bin++) {
          const place = station * STATION_CORRECTIONS + correctionIndex(0, 24 * ahead, 3 * bin);
          most = Math.max(most, Math.abs(degreesOf(ours[place]) - expected.corrections[station][ahead][bin]));
        }
    // They are rounded to tenths, and what is kept to 0.004 degrees.
    expect(most).toBeLessThan(0.08);
    expect(mean(list(STATIONS, (station) => Math.abs(left(station) - expected.gains[station])))).toBeLessThan(
      0.001,
    );
  });

  it('has less than a tenth left of a constant bias after 30 days', () => {
    const known = afterDay[29];
    for (const bias of [3, -3]) {
      const corrections = stationsOf('constant')
        .filter((station) => biasOf(0, station, 0, 0, 0) === bias)
        .flatMap((station) =>
          list(STATION_CORRECTIONS / 2, (i) => degreesOf(known[station * STATION_CORRECTIONS + i])),
        );
      expect(1 - mean(corrections) / bias).toBeLessThan(0.1);
    }
  });

  it('is hardly worse at stations without bias', () => {
    const worse = stationsOf('none')
      .map((station) => 100 * (left(station) - 1))
      .sort((one, other) => one - other);
    expect(worse).toHaveLength(100);
    expect(mean(worse)).toBeLessThan(1);
    expect(worse[94]).toBeLessThan(2);
    expect(worse.at(-1)).toBeLessThan(5);
  });

  it('is much better at stations with a bias, also one that changes', () => {
    expect(mean(stationsOf('constant').map(left))).toBeLessThan(0.5);
    expect(mean(stationsOf('of the models').map(left))).toBeLessThan(0.8);
    expect(mean(stationsOf('changing').map(left))).toBeLessThan(0.8);
  });

  it('has a mean of models with an error that is smaller by the root of their number', () => {
    const rmse = unbiased.map((ofSource) => scoresOf(ofSource, 0, 0.1).rmse);
    const alone = Math.hypot(...rmse.slice(0, MODELS.length)) / Math.sqrt(MODELS.length);
    expect(rmse.at(-1)! / (alone / Math.sqrt(MODELS.length))).toBeCloseTo(1, 1);
  });
});
