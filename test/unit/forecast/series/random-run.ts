import { type Statistic, type VariableName } from '../../../../src/weather/meteo/variables.js';
import { MEMBER_STATISTICS } from '../../../../src/weather/meteo/ensemble/member-statistics.js';
import { type StoreGrid } from '../../../../src/store/format/run-manifest.js';
import { RunWriter } from '../../../../src/store/write/run-writer.js';
import { generator, type Random } from '../../../support/random.js';

/** 60 columns and 46 rows of 0.25 degrees. */
export const GRID = {
  ni: 60,
  nj: 46,
  latitudeFirst: 60,
  longitudeFirst: 5,
  latitudeIncrement: 0.25,
  longitudeIncrement: 0.25,
  wrapsLongitude: false,
};
/** Every hour, then every third, then every sixth hour, up to 384. */
export const STEPS = [
  ...Array.from({ length: 25 }, (_, i) => i),
  ...Array.from({ length: 8 }, (_, i) => 27 + 3 * i),
  ...Array.from({ length: 56 }, (_, i) => 54 + 6 * i),
];

const chance = (random: Random, share: number) => random() < share;
const flag = (share: number) => (random: Random) => (chance(random, share) ? 1 : 0);

/** Random values that are dense near decision thresholds: zero and traces, the freezing point, the ends of ranges. */
const VALUES: Partial<Record<VariableName, (random: Random, spanHours: number) => number>> = {
  temperature2m: (random) => 273.15 + (chance(random, 0.5) ? 6 * random() - 3 : 60 * random() - 25),
  dewPoint2m: (random) => 270 + 20 * random(),
  relativeHumidity2m: (random) => 20 + 80 * random(),
  windU10m: (random) => 20 * random() - 10,
  windV10m: (random) => 20 * random() - 10,
  windGust: (random) => 15 * random(),
  surfacePressure: (random) => 95_000 + 8000 * random(),
  precipitation: (random, hours) =>
    hours * [0, 0.2 * random(), 0.04 * random(), 0.6 * random(), 14 * random()][Math.floor(5 * random())],
  rainFlag: flag(0.4),
  snowFlag: flag(0.3),
  freezingRainFlag: flag(0.05),
  icePelletsFlag: flag(0.05),
  frozenPrecipitationPercent: (random) => (chance(random, 0.5) ? -50 : 100 * random()),
  cloudCover: (random) => Math.min(Math.max(140 * random() - 20, 0), 100),
  visibility: (random) => (chance(random, 0.5) ? 3000 * random() : 24_135 * random()),
  totalOzone: (random) => 250 + 150 * random(),
  cape: (random) => (chance(random, 0.4) ? 0 : 4000 * random()),
  convectiveInhibition: (random) => -150 * random(),
  liftedIndex: (random) => 16 * random() - 8,
};

/**
 * Independent random values of an ensemble. Quantiles aren't even in order at the steps (between steps, those of real
 * members may cross too), and members often agree.
 */
export const MEMBER_VALUES: typeof VALUES = {
  ...Object.fromEntries(
    MEMBER_STATISTICS.flatMap(({ of: [first], quantiles }) =>
      quantiles.map((name) => [
        name,
        (random: Random, hours: number) => {
          if (first === 'precipitation') return hours * Math.max(0, 4 * random() - 2);
          return first === 'temperature2m' ? 270 + 30 * random() : 30 * random();
        },
      ]),
    ),
  ),
  precipitationProbability: (random) =>
    (100 / 31) * Math.min(Math.max(Math.floor(64 * random()) - 16, 0), 31),
};

function statisticOf(name: VariableName): Statistic {
  if (name === 'precipitationProbability') return 'mean';
  return name.startsWith('precipitation') ? 'amount' : 'instant';
}

/** Options of a random run; by default, a complete GFS run. */
export interface NoiseRun {
  model?: string;
  grid?: StoreGrid;
  lastStep?: number;
  lacks?: readonly VariableName[];
  values?: typeof VALUES;
  /** The highest terrain, in meters; undefined for none. */
  terrain?: number;
}

/** Publishes a run of random values, independent in every cell and step. */
export async function writeRandomRun(
  runsDirectory: string,
  run: Date,
  seed: number,
  noise: NoiseRun = {},
): Promise<void> {
  const {
    model = 'gfs',
    grid = GRID,
    lastStep = Infinity,
    lacks = [],
    values: made = VALUES,
    terrain,
  } = noise;
  const random = generator(seed);
  const stepsHours = STEPS.filter((step) => step <= lastStep);
  const identity = { model, resolution: '0p25', run, attribution: 'noise', grid, stepsHours };
  const writer = await RunWriter.create(runsDirectory, identity);
  const all = Object.entries(made) as [VariableName, (typeof VALUES)['cape'] & object][];
  const variables = all.filter(([name]) => !lacks.includes(name));
  for (const [i, stepHours] of stepsHours.entries()) {
    for (const [name, value] of variables) {
      const statistic = statisticOf(name);
      const isOfSpan = statistic !== 'instant';
      if (isOfSpan && i === 0) continue;
      const spanStartHours = STEPS[i - 1];
      await writer.add({
        variable: name,
        statistic,
        stepHours,
        ...(isOfSpan ? { spanStartHours } : {}),
        values: Float64Array.from({ length: grid.ni * grid.nj }, () =>
          value(random, stepHours - spanStartHours),
        ),
        quantisation: { reference: 0, quantum: 0 },
      });
    }
  }
  if (terrain !== undefined)
    await writer.add({
      variable: 'terrainHeight',
      statistic: 'instant',
      stepHours: 'static',
      values: Float64Array.from({ length: grid.ni * grid.nj }, () => terrain * random()),
      quantisation: { reference: 0, quantum: 0 },
    });
  await writer.publish();
}
