import { type MetricName } from '../../meteo/metrics.js';
import { type VariableName } from '../../meteo/variables.js';
import { type StoredPoint } from '../../model-store/read/stored-point.js';
import { type StoredRun } from '../../model-store/read/stored-run.js';
import { type AnswerWarningCode } from './answer-warnings.js';

const HOUR_MS = 3_600_000;

/** The variables that a metric needs; of those in one entry it needs one. */
export const NEEDED_VARIABLES: Record<MetricName, readonly (readonly VariableName[])[]> = {
  temperature: [['temperature2m']],
  temperatureApparent: [
    ['temperature2m', 'apparentTemperature2m'],
    ['apparentTemperature2m', 'relativeHumidity2m'],
    ['apparentTemperature2m', 'windU10m'],
  ],
  dewPoint: [['temperature2m'], ['dewPoint2m', 'relativeHumidity2m']],
  humidity: [['relativeHumidity2m']],
  windSpeed: [['windU10m'], ['windV10m']],
  windDirection: [['windU10m'], ['windV10m']],
  windGust: [['windGust']],
  pressureSurfaceLevel: [['surfacePressure']],
  precipitationIntensity: [['precipitation']],
  precipitationProbability: [['precipitation']],
  snowAccumulation: [['precipitation']],
  weatherCode: [['precipitation'], ['cloudCover']],
  cloudCover: [['cloudCover']],
  visibility: [['visibility']],
  uvIndex: [['totalOzone'], ['cloudCover']],
  ozone: [['totalOzone']],
  soilMoisture: [['soilMoisture']],
  lightningProbability: [['precipitation'], ['cape']],
};

/** Why values of a metric are missing at hours that the run has, or undefined when none is. */
export function reasonForGaps(
  name: MetricName,
  values: Float64Array,
  { run, point, firstHourMs }: { run: StoredRun; point: StoredPoint; firstHourMs: number },
): AnswerWarningCode | undefined {
  const firstHour = (firstHourMs - run.run.getTime()) / HOUR_MS;
  const first = Math.max(point.stepsHours[0] - firstHour, 0);
  const lastHour = point.stepsHours[point.stepsHours.length - 1] - firstHour;
  const ofRun = values.subarray(first, lastHour + 1);
  let firstGap = 0;
  while (firstGap < ofRun.length && ofRun[firstGap] === ofRun[firstGap]) firstGap++;
  if (firstGap === ofRun.length) return undefined;
  const needs = NEEDED_VARIABLES[name];
  const isStored = (variable: VariableName) => point.variable(variable) !== undefined;
  if (!needs.every((alternatives) => alternatives.some(isStored))) return 'not_in_run';
  const ofAmounts = needs[0][0] === 'precipitation';
  if (ofAmounts && first + firstGap === lastHour) return 'last_entry_without_amounts';
  return name === 'soilMoisture' && ofRun.every(Number.isNaN) ? 'no_land' : 'missing_values';
}
