import { HOUR_MS } from '../../../core/time/index.js';
import type { HoursOf, PlannedHours, PlannedSpan } from '../../../forecast/index.js';
import { mapSeries, noSeries, toScaled } from '../../../weather/meteo/index.js';
import { type DailyVariable, type Day } from '../variables/daily-variables.js';
import { QUANTITIES, type Unit } from '../variables/quantities.js';
import { type StepVariable, stepVariable } from '../variables/step-variables.js';
import { Steps } from '../variables/steps.js';
import { type AskedPoint } from '../request/asked-points.js';
import { type Asked, type AskedModel, type OpenMeteoQuery } from '../request/open-meteo-query.js';
import { type LocalRange } from '../request/time-ranges.js';

const DAY_HOURS = 24;
/** Hours that the curve through the minutes of an hour depends on, plus the hour before the first step. */
const HOURS_BESIDE = 3;

/**
 * A named column of numbers in units of the last served decimal place (61 for 6.1), NaN for null, or of instants in
 * milliseconds.
 */
export type AnswerColumn = { name: string } & (
  { unit: Unit; scaled: Float64Array } | { instantsMs: Float64Array }
);

export interface AnswerSection {
  name: string;
  range: LocalRange;
  columns: Iterable<AnswerColumn>;
  /** The names of its columns with their units. */
  units: readonly (readonly [name: string, abbreviation: string])[];
}

/** How long a response is valid, and the run that it comes from. */
export type AnsweredFrom = Pick<PlannedSpan, 'life' | 'origin'>;

/** The response for one location; columns are calculated as they are taken. */
export interface PointAnswer {
  latitude: number;
  longitude: number;
  /** Meters; undefined if no model covers the location. */
  elevation: number | undefined;
  point: AskedPoint;
  sections: AnswerSection[];
  /** One for each requested model. */
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

/** The hours of a location that a model provides. */
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
    elevation:
      point.elevation === undefined || Number.isNaN(point.elevation)
        ? first && Math.round(first.altitude)
        : point.elevation,
    point,
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
      yield { name: name + suffix, unit, scaled: served(stepValues(variable, steps, range), unit) };
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
  return { name, unit, scaled: served(values, unit) };
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
    const scaled = toScaled(convert ? convert(value) : value, decimals);
    return scaled === circle ? 0 : scaled;
  });
}

/**
 * Steps of an hour are full hours of UTC: where the local offset includes a part of an hour, Open-Meteo drops that
 * part.
 */
function readFrom({ clock }: AskedPoint, { firstMs, stepMs }: LocalRange): number {
  const { offsetMs } = clock;
  return firstMs - (stepMs < HOUR_MS ? offsetMs : Math.trunc(offsetMs / HOUR_MS) * HOUR_MS);
}

/** The hours from the first to the last one that any value depends on. */
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
  // Without a timeline, only the location is needed.
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
