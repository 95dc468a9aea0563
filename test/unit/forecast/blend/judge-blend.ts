import { planForecast } from '../../../../src/forecast/plan/forecast-plan.js';
import { ForecastQueries } from '../../../../src/forecast/request/forecast-queries.js';
import { AnswerWarnings } from '../../../../src/forecast/series/answer-warnings.js';
import { type ForecastPlan } from '../../../../src/forecast/plan/forecast-plan.js';
import { ModelVariables } from '../../../../src/forecast/series/model-variables.js';
import { RunSeries } from '../../../../src/forecast/series/run-series.js';
import { dailyTimeline } from '../../../../src/forecast/timelines/daily-timeline.js';
import { RunCatalogue } from '../../../../src/store/catalogue/run-catalogue.js';
import { type UnitSystem } from '../../../../src/weather/meteo/units.js';
import { gefs } from '../../../../src/weather/models/gefs/gefs.model.js';
import { gfs } from '../../../../src/weather/models/gfs/gfs.model.js';
import { OWN_CATALOGUE } from '../../../support/own-catalogue.js';
import { generator } from '../../../support/random.js';
import {
  contradictions,
  dailyQuantilesOutOfOrder,
  quantilesOutOfOrder,
  SPREAD,
} from '../series/contradictions.js';
import { GRID, MEMBER_VALUES, STEPS, writeRandomRun } from '../series/random-run.js';
import { weighted, weightOf } from './two-models.js';

export const RUN = new Date('2026-11-20T12:00:00Z');
/** Includes the hour at which the last run ends, which has no amounts. */
export const HOURS = 379;
/** In order of preference. Only the last one has every variable everywhere and to the end. */
const NOISE = [
  {
    model: 'regional',
    grid: { ...GRID, ni: 30, nj: 23, longitudeFirst: 8, latitudeFirst: 57 },
    lastStep: 48,
    terrain: 1500,
    lacks: ['totalOzone', 'cape'],
  },
  {
    model: 'ifs',
    lastStep: 144,
    terrain: 800,
    lacks: [
      'relativeHumidity2m',
      'totalOzone',
      'visibility',
      'convectiveInhibition',
      'liftedIndex',
      'frozenPrecipitationPercent',
      'windGust',
    ],
  },
  { model: 'gfs', terrain: 400 },
] as const;
export const MODELS = [...NOISE.map(({ model: name }) => ({ ...gfs, name })), gefs];
/** Members that are independent of the models and of the step before. */
const ENSEMBLE = { model: 'gefs', lastStep: 240, values: MEMBER_VALUES };
/** The first day starts at noon, and the ensemble ends at noon of its last day. */
export const DAYS = Array.from({ length: Math.floor(HOURS / 24) + 1 }, (_, day) => {
  const startMs = Date.UTC(2026, 10, 20 + day);
  return { startMs, endMs: startMs + 86_400_000 };
});
export const DAILY_FIELDS = SPREAD.flatMap((name) => ['', 'P10', 'P50', 'P90'].map((part) => name + part));
const FADE_HOURS = 12;
/** Four cells of a quarter of a degree. */
const FADE_DEGREES = 1;
/**
 * Longitudes at which the fade of the regional model starts or ends. One place in PLACES_FOR_A_SEAM is compared across
 * a seam, at two points APART_DEGREES apart.
 */
const [SEAMS, APART_DEGREES, PLACES_FOR_A_SEAM] = [[8, 9, 14.25, 15.25], 1e-4, 8];
/** Metrics that are means of the models, with the groups of their weights. */
const MEANS = {
  temperature: 'temperature',
  dewPoint: 'temperature',
  pressureSurfaceLevel: 'other',
  windSpeed: 'other',
  windGust: 'other',
} as const;
const MEAN_NAMES = Object.keys(MEANS) as (keyof typeof MEANS)[];
/**
 * How much faster than what is left of a model its share can change: as much as its weight exceeds that of the others.
 * An hour more of lead changes a share by less than LEAD_RATE.
 */
const [STEEPEST, LEAD_RATE] = [1.4, 0.01];
/** Visibilities beyond this are not distinguished. */
const MOST_METRES = 24_100;
/** Tolerance for unit conversions and trigonometry. */
const ROUNDING = 1e-6;

interface BlendVerdict {
  judgedHours: number;
  /** Hours to whose temperature several models contribute. */
  mixedHours: number;
  /** Hours whose probability is that of the ensemble's members. */
  membersHours: number;
  /** Hours that have quantiles of the temperature. */
  quantileHours: number;
  /** Days that have quantiles of the highest temperature. */
  quantileDays: number;
  found: [rule: string, example: unknown][];
}

/** Writes runs of all models. */
export async function writeBlend(directory: string): Promise<void> {
  for (const [i, noise] of [...NOISE, ENSEMBLE].entries())
    await writeRandomRun(directory, RUN, i + 1, { lastStep: HOURS - 1, ...noise });
}

/** Judges blended forecasts at random places until `leastHours` hours have been judged. */
export async function judgeBlend(directory: string, leastHours: number): Promise<BlendVerdict> {
  await writeBlend(directory);
  const catalogue = new RunCatalogue(directory);
  const runs = catalogue.runs();
  const queries = new ForecastQueries(OWN_CATALOGUE, []);
  const random = generator(4);
  const found = new Map<string, unknown>();
  const verdict = { judgedHours: 0, mixedHours: 0, membersHours: 0, quantileHours: 0, quantileDays: 0 };
  const answerAt = (lat: number, lon: number, elevation?: string) => {
    const endTime = new Date(RUN.getTime() + HOURS * 3_600_000).toISOString();
    const place = { lat: lat.toFixed(4), lon: lon.toFixed(4), ...(elevation !== undefined && { elevation }) };
    const { query } = queries.parse({ ...place, startTime: RUN.toISOString(), endTime }, RUN.getTime());
    const plan = planForecast(MODELS, runs, query, OWN_CATALOGUE, RUN)!;
    const blend = new RunSeries({ ...query, ...plan }, OWN_CATALOGUE, new AnswerWarnings());
    return { query, plan, blend, own: ownVariables(plan, query, blend.height) };
  };
  for (let place = 0; verdict.judgedHours < leastHours; place++) {
    const [lat, lon] = [GRID.latitudeFirst - 11 * random(), GRID.longitudeFirst + 14.5 * random()];
    const elevation = place % 2 === 0 ? undefined : '1000';
    const { query, plan, blend, own } = answerAt(lat, lon, elevation);
    const membersPercent = membersPercentOf(plan);
    verdict.membersHours += membersPercent.length;
    verdict.judgedHours += contradictions(blend, 'metric', found, membersPercent);
    contradictions(blend, 'imperial', found, membersPercent);
    verdict.quantileHours += quantilesOutOfOrder(blend, 'metric', found);
    quantilesOutOfOrder(blend, 'imperial', found);
    const daysIn = (units: UnitSystem) => dailyTimeline(blend, DAYS, DAILY_FIELDS, units, query);
    verdict.quantileDays += dailyQuantilesOutOfOrder(daysIn('metric'), 'metric', found);
    dailyQuantilesOutOfOrder(daysIn('imperial'), 'imperial', found);
    weatherOfSeveral(blend, own, found);
    const served = meansOf(blend);
    const now = { served, own, shift: 0 };
    stepsTooLarge({ ...now, shift: -1 }, now, STEEPEST / FADE_HOURS + LEAD_RATE, found);
    verdict.mixedHours += otherThanMeans(served, blend, own, [query.latitude, query.longitude], found);
    if (place % PLACES_FOR_A_SEAM > 0) continue;
    const seam = SEAMS[Math.floor(SEAMS.length * random())];
    const side = random() < 0.5 ? -1 : 0;
    const seamElevation = random() < 0.5 ? undefined : '1000';
    const [west, east] = [side, side + 1].map((of) => {
      const { blend: ofSide, own: ownOfSide } = answerAt(lat, seam + of * APART_DEGREES, seamElevation);
      return { served: meansOf(ofSide), own: ownOfSide, shift: 0 };
    });
    stepsTooLarge(west, east, (STEEPEST * APART_DEGREES) / FADE_DEGREES, found);
  }
  catalogue.close();
  return { ...verdict, found: [...found] };
}

type Own = readonly (ModelVariables | undefined)[];

/** Each model's own variables at a place and a height, in the order of NOISE; undefined outside a model's region. */
function ownVariables(
  { models }: ForecastPlan,
  { latitude, longitude }: { latitude: number; longitude: number },
  altitude: number | undefined,
): Own {
  const place = { latitude, longitude, altitude };
  const span = { firstHourMs: RUN.getTime(), hours: HOURS };
  return NOISE.map(({ model: name }) => {
    const plan = models.find(({ model }) => model.name === name);
    return plan && new ModelVariables(plan, place, span);
  });
}

/** The ensemble's percentages by hour: that of the step in which the hour lies. */
export function membersPercentOf({ ensembles: [{ point }] }: ForecastPlan): number[] {
  const shares = point.series('precipitationProbability')!;
  return Array.from(
    { length: ENSEMBLE.lastStep },
    (_, hour) => shares[STEPS.findIndex((step) => step > hour)],
  );
}

/** The values of MEANS of a forecast or of a model, in the units of the metrics; NaN where a model has none. */
type Means = Record<keyof typeof MEANS, ArrayLike<number>>;

function meansOf(blend: RunSeries): Means {
  return Object.fromEntries(MEAN_NAMES.map((name) => [name, blend.values(name)])) as unknown as Means;
}

function ownMeans(model: ModelVariables): Means {
  const [u, v] = [model.get('windU10m'), model.get('windV10m')];
  return {
    temperature: model.get('temperature2m').map((kelvin) => kelvin - 273.15),
    dewPoint: model.get('dewPoint2m').map((kelvin) => kelvin - 273.15),
    pressureSurfaceLevel: model.get('surfacePressure').map((pascals) => pascals / 100),
    windSpeed: u.map((eastward, hour) => Math.hypot(eastward, v[hour])),
    windGust: model.get('windGust'),
  };
}

/** What is left of a model of NOISE: its own end and that of its region, in degrees of which a fade takes one. */
function presenceOf(model: number, hour: number, lat: number, lon: number): number {
  const noise = NOISE[model];
  const inTime = 'lastStep' in noise ? (noise.lastStep - hour) / FADE_HOURS : 1;
  if (!('grid' in noise)) return clamp(inTime);
  const { longitudeFirst: west, latitudeFirst: north, ni, nj } = noise.grid;
  const [east, south] = [west + (ni - 1) / 4, north - (nj - 1) / 4];
  return clamp(
    Math.min(inTime, ...[lon - west, east - lon, lat - south, north - lat].map((far) => far / FADE_DEGREES)),
  );
}
const clamp = (share: number) => Math.min(1, Math.max(0, share));

/** Records hours whose values are not the means of the models, worked out here. */
function otherThanMeans(
  served: Means,
  blend: RunSeries,
  own: Own,
  [lat, lon]: [lat: number, lon: number],
  found: Map<string, unknown>,
): number {
  const ofModels = own.map((model) => model && ownMeans(model));
  const winds = own.map((model) => model && [model.get('windU10m'), model.get('windV10m')]);
  const degrees = blend.values('windDirection');
  let mixed = 0;
  for (let hour = 0; hour < HOURS; hour++) {
    const parts = (group: 'temperature' | 'other', valueOf: (model: number) => number | undefined) =>
      NOISE.flatMap(({ model: name }, model): [number, number][] => {
        const value = valueOf(model);
        if (value === undefined || Number.isNaN(value)) return [];
        return [[presenceOf(model, hour, lat, lon) * weightOf(name, group, hour), value]];
      });
    if (parts('temperature', (model) => ofModels[model]?.temperature[hour]).filter(([w]) => w > 0).length > 1)
      mixed++;
    const expected = (name: keyof Means) =>
      weighted(parts(MEANS[name], (model) => ofModels[model]?.[name][hour]));
    for (const name of MEAN_NAMES) {
      let value = expected(name);
      if (name === 'dewPoint') value = Math.min(value, expected('temperature'));
      if (name === 'windGust') value = Math.max(value, expected('windSpeed'));
      if (!(Math.abs(served[name][hour] - value) <= ROUNDING))
        found.set(`mean of ${name}`, { hour, served: served[name][hour], value });
    }
    const [east, north] = [0, 1].map((i) => weighted(parts('other', (model) => winds[model]?.[i][hour])));
    // The turn from the mean vector to the served direction.
    const radians = (degrees[hour] * Math.PI) / 180;
    const turn = Math.abs(-Math.cos(radians) * east + Math.sin(radians) * north) / Math.hypot(east, north);
    if (!(turn <= ROUNDING) || -Math.sin(radians) * east - Math.cos(radians) * north < 0)
      found.set('direction of the mean wind', { hour, east, north, degrees: degrees[hour] });
  }
  return mixed;
}

/** The served values and the models' own at one side of a step; `shift` is in hours. */
interface Values {
  served: Means;
  own: Own;
  shift: number;
}

/**
 * Records where a mean changes by more than the largest of the models' own steps plus what the fade moves of the
 * difference between the models.
 *
 * @param rate the most by which a share can change between the two sides
 */
function stepsTooLarge(before: Values, after: Values, rate: number, found: Map<string, unknown>): void {
  const ofSides = [before, after].map(({ own }) => own.map((model) => model && ownMeans(model)));
  const mostOf = (name: keyof Means, hour: number): number => {
    let [most, lowest, highest] = [0, Infinity, -Infinity];
    NOISE.forEach((_, model) => {
      const [from, to] = [before, after].map(
        ({ shift }, side) => ofSides[side][model]?.[name][hour + shift] ?? NaN,
      );
      if (Math.abs(to - from) > most) most = Math.abs(to - from);
      for (const value of [from, to]) {
        if (value < lowest) lowest = value;
        if (value > highest) highest = value;
      }
    });
    return most + rate * (highest - lowest);
  };
  for (const name of MEAN_NAMES)
    for (let hour = -before.shift; hour < HOURS; hour++) {
      // A gust is never below the wind speed, nor a dew point above the temperature.
      const bound = name === 'windGust' ? 'windSpeed' : name === 'dewPoint' ? 'temperature' : name;
      const most = Math.max(mostOf(name, hour), mostOf(bound, hour));
      const step = Math.abs(
        after.served[name][hour + after.shift] - before.served[name][hour + before.shift],
      );
      if (!(step <= most + ROUNDING)) found.set(`step of ${name}`, { hour, rate, step, most });
    }
}

/** Records hours whose precipitation, clouds and visibility come from several models, other than for missing values. */
function weatherOfSeveral(blend: RunSeries, own: Own, found: Map<string, unknown>): void {
  const served = {
    precipitation: blend.values('precipitationIntensity'),
    cloudCover: blend.values('cloudCover'),
    visibility: blend.values('visibility').map((kilometres) => 1000 * kilometres),
  };
  const names = Object.keys(served) as (keyof typeof served)[];
  const ofModels = own.flatMap((model) => (model ? [names.map((name) => model.get(name))] : []));
  for (let hour = 0; hour < HOURS; hour++) {
    const isServed = (values: Float64Array, i: number) =>
      Number.isNaN(values[hour]) ||
      Math.abs(Math.min(values[hour], MOST_METRES) - Math.min(served[names[i]][hour], MOST_METRES)) <
        ROUNDING;
    const isMissing = (name: (typeof names)[number]) => Number.isNaN(served[name][hour]);
    if (names.slice(1).some(isMissing)) found.set('sky that every model has', { hour });
    if (isMissing('precipitation')) continue;
    if (!ofModels.some((values) => !Number.isNaN(values[0][hour]) && values.every(isServed)))
      found.set('weather of several models', { hour, values: names.map((name) => served[name][hour]) });
  }
}
