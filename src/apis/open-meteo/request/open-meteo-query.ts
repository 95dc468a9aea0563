import { quoted } from '../../../core/http/index.js';
import { HOUR_MS } from '../../../core/time/index.js';
import { MOST_LOCATIONS, MOST_VALUES, isLong as hasManyValues } from '../../../forecast/index.js';
import type { Model } from '../../../weather/models/index.js';
import { type DailyVariable, DAILY_VARIABLES } from '../variables/daily-variables.js';
import { nameOfToday } from '../variables/legacy-names.js';
import { type UnitChoice } from '../variables/quantities.js';
import { type StepVariable, stepVariable } from '../variables/step-variables.js';
import { type AskedPoint, readPoints } from './asked-points.js';
import { AskedValues, type RawParameters, refuse, refuseName } from './asked-values.js';
import { type Choice, PARAMETERS } from './open-meteo-parameters.js';
import { type LocalRange, QUARTER_MS } from './time-ranges.js';

/** A variable with its requested name. */
export interface Asked<T> {
  name: string;
  variable: T;
}

/** What Open-Meteo offers and this service doesn't: values of a parameter, or any of them. */
const UNAVAILABLE: Readonly<Record<string, readonly string[] | 'any'>> = {
  temporal_resolution: ['native', 'hourly_3', 'hourly_6'],
  bounding_box: 'any',
  run: 'any',
  six_hourly: 'any',
  weekly: 'any',
  monthly: 'any',
};

const STEP_SECTIONS = ['minutely_15', 'hourly'] as const;
type StepSection = (typeof STEP_SECTIONS)[number];

/** A requested model, and the suffix of its variable names. */
export interface AskedModel {
  source: string;
  suffix: string;
}

/** A request after validation. */
export interface OpenMeteoQuery {
  points: readonly AskedPoint[];
  models: readonly AskedModel[];
  current: readonly Asked<StepVariable>[];
  /** Whether the legacy list of current variables is requested. */
  currentWeather: boolean;
  steps: Readonly<Record<StepSection, readonly Asked<StepVariable>[]>>;
  daily: readonly Asked<DailyVariable>[];
  units: UnitChoice;
  timeFormat: 'iso8601' | 'unixtime';
  format: Choice<'format'>;
  /** Whether CSV begins with the locations. */
  listsLocations: boolean;
  /** The same for all equivalent requests. */
  key: string;
  /**
   * The period in which the same query string means the same request: from `fromMs` up to `untilMs`, in milliseconds
   * since 1970.
   */
  fromMs: number;
  untilMs: number;
  /** Number of requested values. */
  values: number;
}

type Meaning = Omit<OpenMeteoQuery, 'key' | 'fromMs' | 'untilMs' | 'values'>;

/** The source that combines the preferred models. */
const BLEND = 'auto';

/** The sources of forecasts, by each of their names. */
export function sourcesByName(models: readonly Model[]): ReadonlyMap<string, string> {
  const named = models
    .filter(({ ensemble }) => !ensemble)
    .flatMap(({ name, openMeteoNames = [] }) =>
      [name, ...openMeteoNames].map((each) => [each, name] as const),
    );
  return new Map([['best_match', BLEND], [BLEND, BLEND], ...named]);
}

/**
 * Validates a request.
 *
 * @param sources by the names that Open-Meteo and this service have for them
 * @throws Problem invalid_parameter
 */
export function parseOpenMeteoQuery(
  raw: RawParameters,
  nowMs: number,
  sources: ReadonlyMap<string, string>,
): OpenMeteoQuery {
  const asked = new AskedValues(raw);
  asked.choice('cell_selection');
  if (asked.text('format') === 'xlsx')
    refuse('format', `Format xlsx is not available. Use one of ${PARAMETERS.format.schema.enum.join(', ')}.`);
  refuseUnavailable(asked);
  asked.choice('temporal_resolution');
  const steps = {
    minutely_15: readSteps(asked, 'minutely_15'),
    hourly: readSteps(asked, 'hourly'),
  };
  const query = {
    format: asked.choice('format') ?? ('json' as const),
    listsLocations: asked.choice('location_information') !== 'omit',
    points: readPoints(asked, nowMs),
    models: readModels(asked, sources),
    current: readSteps(asked, 'current'),
    currentWeather: asked.flag('current_weather'),
    steps,
    daily: readDaily(asked),
    units: readUnits(asked),
    timeFormat: asked.choice('timeformat') ?? ('iso8601' as const),
  };
  const values = countValues(query);
  if (values > MOST_VALUES)
    refuse(
      'hourly',
      `The response would have ${values} values; the maximum is ${MOST_VALUES}. Request less at a time.`,
    );
  const followsQuarters =
    query.current.length > 0 ||
    query.currentWeather ||
    steps.minutely_15.length > 0 ||
    query.points.some(({ clock }) => clock.offsetMs % HOUR_MS !== 0);
  const stepMs = followsQuarters ? QUARTER_MS : HOUR_MS;
  const fromMs = Math.floor(nowMs / stepMs) * stepMs;
  return { ...query, key: keyOf(query), fromMs, untilMs: fromMs + stepMs, values };
}

function refuseUnavailable(asked: AskedValues): void {
  for (const [name, values] of Object.entries(UNAVAILABLE)) {
    const [value] = asked.list(name);
    if (value !== undefined && (values === 'any' || values.includes(value)))
      refuse(name, `${name}=${quoted(value)} is not available.`);
  }
}

/** Whether a response is too long to build in one turn of the event loop: models cost as much as locations. */
export function isLong(query: OpenMeteoQuery): boolean {
  return hasManyValues(query) || query.points.length * query.models.length > MOST_LOCATIONS;
}

function keyOf({
  points,
  models,
  current,
  currentWeather,
  steps,
  daily,
  units,
  timeFormat,
  format,
  listsLocations,
}: Meaning): string {
  const named = [current, steps.minutely_15, steps.hourly, daily].map((asked) =>
    asked.map(({ name }) => name),
  );
  const written = [timeFormat, format, listsLocations];
  return `open-meteo ${JSON.stringify([points, models, named, currentWeather, units, ...written])}`;
}

function readModels(asked: AskedValues, sources: ReadonlyMap<string, string>): AskedModel[] {
  const names = [...new Set(asked.list('models'))];
  const models = names.map((name) => ({
    source: sources.get(name) ?? refuseName(PARAMETERS.models.called, name, 'models'),
    suffix: names.length > 1 ? `_${name}` : '',
  }));
  return models.length > 0 ? models : [{ source: BLEND, suffix: '' }];
}

function readSteps(asked: AskedValues, section: StepSection | 'current'): Asked<StepVariable>[] {
  return [...new Set(asked.list(section))].map((name) => ({
    name,
    variable: stepVariable(nameOfToday(name)) ?? refuseName(PARAMETERS[section].called, name, section),
  }));
}

function readDaily(asked: AskedValues): Asked<DailyVariable>[] {
  return [...new Set(asked.list('daily'))].map((name) => ({
    name,
    variable: DAILY_VARIABLES.get(nameOfToday(name)) ?? refuseName(PARAMETERS.daily.called, name, 'daily'),
  }));
}

function readUnits(asked: AskedValues): UnitChoice {
  const amounts = asked.choice('precipitation_unit');
  const lengths = asked.choice('length_unit');
  return {
    temperature: asked.choice('temperature_unit') ?? 'celsius',
    windSpeed: asked.choice('wind_speed_unit') ?? asked.choice('wind_speed_unit', 'windspeed_unit') ?? 'kmh',
    length: amounts === 'inch' || lengths === 'imperial' ? 'imperial' : 'metric',
  };
}

function countValues({ points, models, current, currentWeather, steps, daily }: Meaning): number {
  const ofPoint = ({ ranges }: AskedPoint) => {
    const of = ({ count }: LocalRange, { length }: readonly unknown[]) => count * length;
    const sections = STEP_SECTIONS.map((section) => of(ranges[section], steps[section]));
    return sections.reduce((sum, count) => sum + count, of(ranges.daily, daily) + current.length);
  };
  const values = points.reduce((sum, point) => sum + ofPoint(point), 0) * models.length;
  return values + (currentWeather ? points.length : 0);
}
