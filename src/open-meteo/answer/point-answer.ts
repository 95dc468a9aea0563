import { type HoursOf } from '../../forecast/forecast.service.js';
import { HOUR_MS, type PlannedHours, type PlannedSpan } from '../../forecast/dialect.types.js';
import { toLastPlaces } from '../../meteo/rounding.js';
import { mapSeries, noSeries } from '../../meteo/series.js';
import { type DailyVariable, type Day } from '../variables/daily-variables.js';
import { QUANTITIES, type Unit } from '../variables/quantities.js';
import { type StepVariable, stepVariable } from '../variables/step-variables.js';
import { Steps } from '../variables/steps.js';
import {
  type Asked,
  type AskedModel,
  type AskedPoint,
  type OpenMeteoQuery,
} from '../request/open-meteo-query.js';
import { type LocalRange } from '../request/time-ranges.js';

const DAY_HOURS = 24;
/** What the curve through an hour's minutes depends on, beside the hour before the first step. */
const HOURS_BESIDE = 3;

/** Values under a name, in units of the last served place (61 for 6.1), or moments in milliseconds; NaN for null. */
export type AnswerColumn = { name: string } & (
  { unit: Unit; lastPlaces: Float64Array } | { instantsMs: Float64Array }
);

export interface AnswerSection {
  name: string;
  range: LocalRange;
  columns: Iterable<AnswerColumn>;
  /** The names of its columns with their units. */
  units: readonly (readonly [name: string, abbreviation: string])[];
}

/** Since when an answer is as it is, and out of which run. */
export type AnsweredFrom = Pick<PlannedSpan, 'life' | 'origin'>;

/** What is answered of one place; columns are worked out as they are taken. */
export interface PointAnswer {
  latitude: number;
  longitude: number;
  /** Metres; undefined where no model covers the place. */
  elevation: number | undefined;
  point: AskedPoint;
  /** Its place in the request, from 0 on. */
  location: number;
  sections: AnswerSection[];
  /** Of each model that was asked. */
  origins: AnsweredFrom[];
}

const CURRENT_WEATHER = {
  temperature: 'temperature_2m',
  windspeed: 'wind_speed_10m',
  winddirection: 'wind_direction_10m',
  is_day: 'is_day',
  weathercode: 'weather_code',
};
const CURRENT_WEATHER_VARIABLES = Object.entries(CURRENT_WEATHER).map(([name, variable]) => ({
  name,
  variable: stepVariable(variable)!,
}));

/** The hours that a model gives of a place. */
interface ModelHours extends AskedModel {
  hours: PlannedHours | undefined;
}

export function answerOf(query: OpenMeteoQuery, point: AskedPoint, hoursOf: HoursOf): PointAnswer {
  const planned = query.models.map((model) => ({
    model,
    ...hoursOf(hoursAskedOf(query, point, model.source)),
  }));
  const models = planned.map(({ model, hours }) => ({ ...model, hours }));
  const [{ hours: first }] = models;
  const cell = first?.nearestPoint(point.latitude, point.longitude) ?? point;
  return {
    latitude: cell.latitude,
    longitude: cell.longitude,
    elevation: point.elevation ?? (first && Math.round(first.altitude)),
    point,
    location: query.points.indexOf(point),
    sections: sectionsOf(query, point, models),
    origins: planned,
  };
}

function sectionsOf(
  query: OpenMeteoQuery,
  point: AskedPoint,
  models: readonly ModelHours[],
): AnswerSection[] {
  const { current, currentWeather, steps, daily, units } = query;
  const { ranges } = point;
  const ofSteps = (name: string, range: LocalRange, asked: readonly Asked<StepVariable>[], of = models) => ({
    name,
    range,
    columns: stepColumns(query, point, range, asked, of),
    units: unitsOf(asked, of, ({ quantity }) => QUANTITIES[quantity](units).abbreviation),
  });
  const sections: AnswerSection[] = [];
  if (current.length > 0) sections.push(ofSteps('current', ranges.current, current));
  if (currentWeather)
    sections.push(
      ofSteps('current_weather', ranges.current, CURRENT_WEATHER_VARIABLES, [{ ...models[0], suffix: '' }]),
    );
  for (const name of ['minutely_15', 'hourly'] as const)
    if (steps[name].length > 0) sections.push(ofSteps(name, ranges[name], steps[name]));
  if (daily.length > 0)
    sections.push({
      name: 'daily',
      range: ranges.daily,
      columns: dayColumns(query, point, models),
      units: unitsOf(daily, models, ({ quantity }) =>
        quantity === 'instant' ? query.timeFormat : QUANTITIES[quantity](units).abbreviation,
      ),
    });
  return sections;
}

function unitsOf<T>(
  asked: readonly Asked<T>[],
  models: readonly AskedModel[],
  unit: (variable: T) => string,
) {
  return asked.flatMap(({ name, variable }) =>
    models.map(({ suffix }) => [name + suffix, unit(variable)] as const),
  );
}

function* stepColumns(
  { units }: OpenMeteoQuery,
  point: AskedPoint,
  range: LocalRange,
  asked: readonly Asked<StepVariable>[],
  models: readonly ModelHours[],
): Generator<AnswerColumn, void> {
  const given = models.map(({ suffix, hours }) => ({ suffix, steps: stepsAt(hours, point, range) }));
  for (const { name, variable } of asked)
    for (const { suffix, steps } of given) {
      const unit = QUANTITIES[variable.quantity](units);
      yield { name: name + suffix, unit, lastPlaces: served(stepValues(variable, steps, range), unit) };
    }
}

function stepValues({ derive }: StepVariable, steps: Steps | undefined, { count }: LocalRange): Float64Array {
  return derive && steps ? derive(steps) : noSeries(count);
}

function stepsAt(hours: PlannedHours | undefined, point: AskedPoint, range: LocalRange): Steps | undefined {
  if (!hours || range.count === 0) return undefined;
  const { stepMs, count } = range;
  return new Steps(
    hours,
    { firstMs: readFrom(point, range), stepMs, count },
    point.latitude,
    point.longitude,
  );
}

function* dayColumns(
  { daily, units }: OpenMeteoQuery,
  point: AskedPoint,
  models: readonly ModelHours[],
): Generator<AnswerColumn, void> {
  const { firstMs, count } = point.ranges.daily;
  const hourly = { firstMs, stepMs: HOUR_MS, count: DAY_HOURS * count };
  const given = models.map(({ suffix, hours }) => ({
    suffix,
    days: daysOf(stepsAt(hours, point, hourly), point, hourly),
  }));
  for (const { name, variable } of daily)
    for (const { suffix, days } of given) yield dayColumn(name + suffix, variable, days, units);
}

function dayColumn(
  name: string,
  { quantity, measure }: DailyVariable,
  days: readonly Day[],
  units: OpenMeteoQuery['units'],
): AnswerColumn {
  const values = measure ? Float64Array.from(days, measure) : noSeries(days.length);
  if (quantity === 'instant') return { name, instantsMs: values };
  const unit = QUANTITIES[quantity](units);
  return { name, unit, lastPlaces: served(values, unit) };
}

function daysOf(steps: Steps | undefined, point: AskedPoint, hourly: LocalRange): Day[] {
  const known = new Map<string, Float64Array>();
  const hoursOf = (name: string) => {
    let values = known.get(name);
    if (!values) known.set(name, (values = stepValues(stepVariable(name)!, steps, hourly)));
    return values;
  };
  const firstMs = hourly.firstMs - point.clock.offsetMs;
  return Array.from({ length: hourly.count / DAY_HOURS }, (_, day) => ({
    startMs: firstMs + day * DAY_HOURS * HOUR_MS,
    latitude: point.latitude,
    longitude: point.longitude,
    hours: (name) => hoursOf(name).subarray(DAY_HOURS * day, DAY_HOURS * (day + 1)),
  }));
}

function served(values: Float64Array, { convert, decimals, fullCircle }: Unit): Float64Array {
  const circle = (fullCircle ?? NaN) * 10 ** decimals;
  return mapSeries(values, (value) => {
    const lastPlaces = toLastPlaces(convert ? convert(value) : value, decimals);
    return lastPlaces === circle ? 0 : lastPlaces;
  });
}

/** Hours are those of UTC: where clocks differ from it by part of an hour, Open-Meteo leaves that part out. */
function readFrom({ clock }: AskedPoint, { firstMs, stepMs }: LocalRange): number {
  const { offsetMs } = clock;
  return firstMs - (stepMs < HOUR_MS ? offsetMs : Math.trunc(offsetMs / HOUR_MS) * HOUR_MS);
}

/** From the first hour that any value depends on to the last. */
function hoursAskedOf(query: OpenMeteoQuery, point: AskedPoint, source: string) {
  const { ranges, latitude, longitude, elevation } = point;
  const asked = [
    ...(query.current.length > 0 || query.currentWeather ? [ranges.current] : []),
    ...(['minutely_15', 'hourly'] as const)
      .filter((name) => query.steps[name].length > 0)
      .map((name) => ranges[name]),
    ...(query.daily.length > 0 ? [ranges.daily] : []),
  ].filter(({ count }) => count > 0);
  const starts = asked.map((range) => readFrom(point, range));
  const ends = asked.map((range, i) => starts[i] + range.stepMs * range.count);
  const wholeHour = (timeMs: number) => Math.floor(timeMs / HOUR_MS) * HOUR_MS;
  // Without a timeline there is the place alone.
  const [firstMs, endMs] =
    asked.length > 0
      ? [Math.min(...starts), Math.max(...ends)]
      : [ranges.daily.firstMs, ranges.daily.firstMs];
  return {
    latitude,
    longitude,
    elevation,
    source,
    firstMs: wholeHour(firstMs) - HOURS_BESIDE * HOUR_MS,
    endMs: wholeHour(endMs) + (HOURS_BESIDE + 1) * HOUR_MS,
  };
}
