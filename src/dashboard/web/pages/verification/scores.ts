import type { Accuracy, AccuracyScore } from '../../api/schemas.ts';
import { lookOf } from '../../ui/chart/series.ts';
import { formatShare } from '../../ui/time.tsx';

export type Choice<Of> = keyof Of & string;

export const isOf = <Of extends object>(of: Of, value: unknown): value is Choice<Of> =>
  typeof value === 'string' && Object.hasOwn(of, value);

export const PERIODS = { '7': 'Last 7 days', '30': 'Last 30 days' };

/** Whose cases are counted around a place; by default the smallest area with enough of them. */
export const SCOPES = {
  station: 'Nearest station',
  '50km': 'Within 50 km',
  '300km': 'Within about 300 km',
};

export const LEAST_CASES = 30;

interface Field {
  title: string;
  /** The score that is shown first. */
  main: 'mae' | 'brier' | 'coverage';
}

export const FIELDS: Record<Accuracy['field'], Field> = {
  temperature: { title: 'Temperature', main: 'mae' },
  dewPoint: { title: 'Dew point', main: 'mae' },
  windSpeed: { title: 'Wind speed', main: 'mae' },
  wind: { title: 'Wind speed and direction', main: 'mae' },
  pressureSurfaceLevel: { title: 'Pressure', main: 'mae' },
  precipitationProbability: { title: 'Probability of precipitation', main: 'brier' },
  temperatureP10P90: { title: 'Temperature range, P10 to P90', main: 'coverage' },
};

const numbers = (digits: number, signDisplay?: 'exceptZero') =>
  new Intl.NumberFormat(undefined, {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
    signDisplay,
  });
const plain = numbers(2);
const signed = numbers(2, 'exceptZero');
const fine = numbers(3);

interface Measure {
  title: string;
  /** Shown where it is the main score. */
  meaning?: string;
  format: (value: number, unit: string) => string;
}

export type MeasureName = 'mae' | 'bias' | 'rmse' | 'vectorRmse' | 'brier' | 'coverage' | 'crps';

const inUnit = (value: number, unit: string) => `${plain.format(value)} ${unit}`;

/** The scores of all fields; an answer has some of them. */
export const MEASURES: Record<MeasureName, Measure> = {
  mae: {
    title: 'Average error',
    meaning: 'How far off the forecast was on average. Lower is better.',
    format: inUnit,
  },
  bias: { title: 'Bias', format: (value, unit) => `${signed.format(value)} ${unit}` },
  rmse: { title: 'RMSE', format: inUnit },
  vectorRmse: { title: 'Vector RMSE', format: inUnit },
  brier: {
    title: 'Brier score',
    meaning: 'The mean squared error of the probability, from 0 to 1. Lower is better.',
    format: (value) => fine.format(value),
  },
  coverage: {
    title: 'In the range',
    meaning: 'How often the measured temperature was between P10 and P90. Ideally 80 %.',
    format: formatShare,
  },
  crps: { title: 'CRPS', format: inUnit },
};

/** Undefined without enough cases. */
export function textOf(
  score: AccuracyScore | undefined,
  name: MeasureName,
  unit: string,
): string | undefined {
  const value = score?.[name];
  return typeof value === 'number' ? MEASURES[name].format(value, unit) : undefined;
}

export function intervalOf({ interval }: AccuracyScore, unit: string): string | undefined {
  return interval ? `${plain.format(interval.low)} to ${inUnit(interval.high, unit)}` : undefined;
}

export const hoursOf = ({ leadHours: { from, to } }: AccuracyScore) => `${from} to ${to} h`;

export function whereOf({ scope, station }: Accuracy): string {
  // The distance is that of the rounded coordinates.
  if (station)
    return `station ${station.name ?? station.id}, within ${Math.max(Math.ceil(station.distanceKm / 10), 1) * 10} km`;
  return `stations ${scope === 'world' ? 'around the world' : SCOPES[scope].toLowerCase()}`;
}

/** What the service itself serves. The first one that was compared is shown first. */
export const OWN = {
  auto_without_station: 'what a location between stations gets',
  auto: 'the forecast as served',
};
/** What is no forecast, and needs none. */
export const REFERENCES = { persistence: 'Persistence', climatology: 'Climatology' };
const TITLES = {
  auto: 'This service',
  auto_without_station: 'This service, between stations',
  ...REFERENCES,
};

export const titleOf = (source: string): string =>
  isOf(TITLES, source) ? TITLES[source] : source.toUpperCase();

/** The sources of scores: what the service serves first, then in their order. */
export function sourcesOf(scores: readonly AccuracyScore[]): string[] {
  const all = [...new Set(scores.map(({ source }) => source))];
  const own = Object.keys(OWN).filter((source) => all.includes(source));
  return [...own, ...all.filter((source) => !own.includes(source))];
}

/** The style of a source's line; what needs no model is gray. */
export const styleOf = (source: string, order: readonly string[]): ReturnType<typeof lookOf> =>
  isOf(REFERENCES, source)
    ? { colour: 'chart-rest', dash: source === 'persistence' ? [3, 3] : [9, 3] }
    : lookOf(order.indexOf(source));

export const ownSource = (scores: readonly AccuracyScore[]): Choice<typeof OWN> | undefined =>
  sourcesOf(scores).find((source): source is Choice<typeof OWN> => isOf(OWN, source));

/** The lead times that are shown first, by the first of their hours. */
export const DAYS_AHEAD = { 24: 'One day ahead', 72: 'Three days ahead', 96: 'Four to five days ahead' };
export const ONE_DAY = 24;

/** The score of a source for the lead time that begins with an hour. */
export const scoreAt = (scores: readonly AccuracyScore[], source: string | undefined, hours: number) =>
  scores.find((score) => score.source === source && score.leadHours.from === hours);
