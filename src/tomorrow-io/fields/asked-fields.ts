import { type Field, FIELDS, type Measure } from './fields.js';

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

/** Each once for all requests: queries are kept in large numbers. A field's own name wins. */
const BY_NAME: ReadonlyMap<string, AskedField> = new Map(
  [
    ...[...FIELDS].flatMap(([base, field]) =>
      measuresOf(field).map((measure) => ({ name: base + measure, field, base, measure })),
    ),
    ...[...FIELDS].map(([name, field]) => ({ name, field, base: name, measure: undefined })),
  ].map((asked) => [asked.name, asked]),
);

/** Undefined where Tomorrow.io has none of the name. */
export function fieldNamed(name: string): AskedField | undefined {
  return BY_NAME.get(name);
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
