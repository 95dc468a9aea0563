import { planForecast } from '../../../../src/forecast/plan/forecast-plan.js';
import { ForecastQueries } from '../../../../src/forecast/request/forecast-queries.js';
import { AnswerWarnings } from '../../../../src/forecast/series/answer-warnings.js';
import { type ForecastPlan } from '../../../../src/forecast/plan/forecast-plan.js';
import { ModelVariables } from '../../../../src/forecast/series/model-variables.js';
import { RunSeries } from '../../../../src/forecast/series/run-series.js';
import { dailyTimeline } from '../../../../src/forecast/timelines/daily-timeline.js';
import { RunCatalogue } from '../../../../src/store/catalogue/run-catalogue.js';
import { type UnitSystem } from '../../../../src/weather/meteo/units.js';
import { type VariableName } from '../../../../src/weather/meteo/variables.js';
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

const RUN = new Date('2026-11-20T12:00:00Z');
/** Includes the hour at which the last run ends, which has no amounts. */
const HOURS = 379;
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
const MODELS = [...NOISE.map(({ model: name }) => ({ ...gfs, name })), gefs];
/** Members that are independent of the models and of the step before. */
const ENSEMBLE = { model: 'gefs', lastStep: 240, values: MEMBER_VALUES };
/** The first day starts at noon, and the ensemble ends at noon of its last day. */
const DAYS = Array.from({ length: Math.floor(HOURS / 24) + 1 }, (_, day) => {
  const startMs = Date.UTC(2026, 10, 20 + day);
  return { startMs, endMs: startMs + 86_400_000 };
});
const DAILY_FIELDS = SPREAD.flatMap((name) => ['', 'P10', 'P50', 'P90'].map((part) => name + part));
const FADE_HOURS = 12;
/** Four cells of a quarter of a degree. */
const FADE_DEGREES = 1;
/**
 * Longitudes at which the fade of the regional model starts or ends. One place in PLACES_FOR_A_SEAM is compared across
 * a seam, at two points APART_DEGREES apart.
 */
const [SEAMS, APART_DEGREES, PLACES_FOR_A_SEAM] = [[8, 9, 14.25, 15.25], 1e-4, 8];
/** Variables that fade independently. */
const FADING = [
  'temperature2m',
  'dewPoint2m',
  'surfacePressure',
  'windU10m',
  'windV10m',
  'windGust',
] as const satisfies VariableName[];
/** Visibilities beyond this are not distinguished. */
const MOST_METRES = 24_100;
/** Tolerance for unit conversions and trigonometry. */
const ROUNDING = 1e-6;

interface BlendVerdict {
  judgedHours: number;
  /** Hours to whose temperature two models contribute. */
  mixedHours: number;
  /** Hours whose probability is that of the ensemble's members. */
  membersHours: number;
  /** Hours that have quantiles of the temperature. */
  quantileHours: number;
  /** Days that have quantiles of the highest temperature. */
  quantileDays: number;
  found: [rule: string, example: unknown][];
}

/** Judges blended forecasts at random places until `leastHours` hours have been judged. */
export async function judgeBlend(directory: string, leastHours: number): Promise<BlendVerdict> {
  const noises = [...NOISE, ENSEMBLE];
  for (const [i, noise] of noises.entries())
    await writeRandomRun(directory, RUN, i + 1, { lastStep: HOURS - 1, ...noise });
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
    const faded = fadedOf(blend);
    const now = { faded, own, shift: 0 };
    stepsTooLarge({ ...now, shift: -1 }, now, 1 / FADE_HOURS, found);
    verdict.mixedHours += mixedHours(faded.temperature2m, own);
    if (place % PLACES_FOR_A_SEAM > 0) continue;
    const seam = SEAMS[Math.floor(SEAMS.length * random())];
    const side = random() < 0.5 ? -1 : 0;
    const seamElevation = random() < 0.5 ? undefined : '1000';
    const [west, east] = [side, side + 1].map((of) => {
      const { blend: ofSide, own: ownOfSide } = answerAt(lat, seam + of * APART_DEGREES, seamElevation);
      return { faded: fadedOf(ofSide), own: ownOfSide, shift: 0 };
    });
    stepsTooLarge(west, east, APART_DEGREES / FADE_DEGREES, found);
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
function membersPercentOf({ ensembles: [{ point }] }: ForecastPlan): number[] {
  const shares = point.series('precipitationProbability')!;
  return Array.from(
    { length: ENSEMBLE.lastStep },
    (_, hour) => shares[STEPS.findIndex((step) => step > hour)],
  );
}

type Faded = Record<(typeof FADING)[number], Float64Array>;

/** The served values of the fading variables, unrounded, in the units of the store; wind as components. */
function fadedOf(blend: RunSeries): Faded {
  const [speeds, degrees] = [blend.values('windSpeed'), blend.values('windDirection')];
  const component = (of: (radians: number) => number) =>
    speeds.map((speed, hour) => -speed * of((degrees[hour] * Math.PI) / 180));
  return {
    temperature2m: blend.values('temperature').map((celsius) => celsius + 273.15),
    dewPoint2m: blend.values('dewPoint').map((celsius) => celsius + 273.15),
    surfacePressure: blend.values('pressureSurfaceLevel').map((hectopascals) => 100 * hectopascals),
    windU10m: component(Math.sin),
    windV10m: component(Math.cos),
    windGust: blend.values('windGust'),
  };
}

/** The served values and the models' own at one side of a step; `shift` is in hours. */
interface Values {
  faded: Faded;
  own: Own;
  shift: number;
}

/**
 * Records where a fading variable changes by more than the largest of the models' own steps plus the fade's share of
 * the difference between the models.
 *
 * @param rate share of a model that the fade removes between the two sides
 */
function stepsTooLarge(before: Values, after: Values, rate: number, found: Map<string, unknown>): void {
  const stepsOf = (name: keyof Faded, hour: number) =>
    Math.abs(after.faded[name][hour + after.shift] - before.faded[name][hour + before.shift]);
  for (const name of FADING) {
    const ofModels = NOISE.map((_, model) => [before, after].map(({ own }) => own[model]?.get(name)));
    for (let hour = -before.shift; hour < HOURS; hour++) {
      let most = 0;
      const [lowest, highest] = [
        [Infinity, Infinity],
        [-Infinity, -Infinity],
      ];
      for (let model = 0; model <= lastTakingPart(name, hour); model++) {
        const [one, other] = ofModels[model];
        const [from, to] = [one?.[hour + before.shift] ?? NaN, other?.[hour + after.shift] ?? NaN];
        if (Math.abs(to - from) > most) most = Math.abs(to - from);
        [from, to].forEach((value, side) => {
          if (value < lowest[side]) lowest[side] = value;
          if (value > highest[side]) highest[side] = value;
        });
      }
      most += rate * Math.max(highest[0] - lowest[0], highest[1] - lowest[1]);
      // A gust is never below the wind speed, which changes by no more than its components.
      if (name === 'windGust')
        most = Math.max(most, Math.hypot(stepsOf('windU10m', hour), stepsOf('windV10m', hour)));
      const step = stepsOf(name, hour);
      if (!(step <= most + ROUNDING)) found.set(`step of ${name}`, { hour, rate, step, most });
    }
  }
}

/**
 * Index in NOISE of the last model that can contribute to this hour or the one before: the first one that covers it
 * fully.
 */
function lastTakingPart(name: VariableName, hour: number): number {
  return NOISE.findIndex(
    (noise) =>
      !('grid' in noise) &&
      !('lacks' in noise && (noise.lacks as readonly string[]).includes(name)) &&
      (!('lastStep' in noise) || hour <= noise.lastStep - FADE_HOURS),
  );
}

function mixedHours(kelvins: Float64Array, own: Own): number {
  const isOf = (kelvin: number, hour: number) =>
    own.some((model) => Math.abs((model?.get('temperature2m')[hour] ?? NaN) - kelvin) < ROUNDING);
  return kelvins.filter((kelvin, hour) => !isOf(kelvin, hour)).length;
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
