import { type Field, FIELDS, type Measure } from './fields.js';

/** A field, with the name it was requested by. */
export interface AskedField {
  name: string;
  field: Field;
  /** The field's own name, without an ending. */
  base: string;
  /** Undefined without an ending; daily values are then the highest ones. */
  measure: Measure | undefined;
}

/** Fields of `/v4/weather` at every time step. */
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

/** One object per name for all requests, since queries are cached in large numbers. A field's own name wins. */
const BY_NAME: ReadonlyMap<string, AskedField> = new Map(
  [
    ...[...FIELDS].flatMap(([base, field]) =>
      measuresOf(field).map((measure) => ({ name: base + measure, field, base, measure })),
    ),
    ...[...FIELDS].map(([name, field]) => ({ name, field, base: name, measure: undefined })),
  ].map((asked) => [asked.name, asked]),
);

/** Returns undefined if Tomorrow.io has no field of that name. */
export function fieldNamed(name: string): AskedField | undefined {
  return BY_NAME.get(name);
}

/** The fields of `/v4/weather`, sorted by name as in Tomorrow.io. */
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
