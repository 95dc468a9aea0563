import { type Field, FIELDS, type Measure, MEASURES } from './fields.js';

/** A field by the name that it is asked for by. */
export interface AskedField {
  name: string;
  field: Field;
  /** The field's own name, which it is worked out by. */
  base: string;
  /** Undefined without an ending: of a day that is the highest value. */
  measure: Measure | undefined;
}

/** What every time of `/v4/weather` has. */
const AT_ANY_TIME = [
  'altimeterSetting',
  'cloudBase',
  'cloudCeiling',
  'cloudCover',
  'dewPoint',
  'freezingRainIntensity',
  'hailProbability',
  'hailSize',
  'humidity',
  'precipitationProbability',
  'pressureSeaLevel',
  'pressureSurfaceLevel',
  'rainIntensity',
  'sleetIntensity',
  'snowIntensity',
  'temperature',
  'temperatureApparent',
  'uvHealthConcern',
  'uvIndex',
  'visibility',
  'weatherCode',
  'windDirection',
  'windGust',
  'windSpeed',
];
const OF_HOURS = [
  'evapotranspiration',
  'iceAccumulation',
  'iceAccumulationLwe',
  'rainAccumulation',
  'rainAccumulationLwe',
  'sleetAccumulation',
  'sleetAccumulationLwe',
  'snowAccumulation',
  'snowAccumulationLwe',
  'snowDepth',
];
const OF_DAYS_ALONE = ['moonriseTime', 'moonsetTime', 'sunriseTime', 'sunsetTime'];

/** Undefined where Tomorrow.io has none of the name. */
export function fieldNamed(name: string): AskedField | undefined {
  const own = FIELDS.get(name);
  if (own) return { name, field: own, base: name, measure: undefined };
  const measure = MEASURES.find((each) => name.endsWith(each));
  if (!measure) return undefined;
  const base = name.slice(0, -measure.length);
  const field = FIELDS.get(base);
  return field && measuresOf(field).includes(measure) ? { name, field, base, measure } : undefined;
}

/** The fields of `/v4/weather`, sorted by their names as there. */
export const WEATHER_FIELDS = {
  minutely: named(AT_ANY_TIME),
  hourly: named([...AT_ANY_TIME, ...OF_HOURS]),
  daily: named([
    ...[...AT_ANY_TIME, ...OF_HOURS].flatMap((name) =>
      measuresOf(FIELDS.get(name)!).map((measure) => name + measure),
    ),
    ...OF_DAYS_ALONE,
  ]),
};

function measuresOf(field: Field): readonly Measure[] {
  return 'instant' in field ? [] : field.measures;
}

function named(names: readonly string[]): AskedField[] {
  return [...names].sort().map((name) => fieldNamed(name)!);
}
