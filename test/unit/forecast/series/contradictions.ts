import { toServedColumn } from '../../../../src/weather/metrics/served-values.js';
import { OWN_CATALOGUE } from '../../../support/own-catalogue.js';
import { type UnitSystem } from '../../../../src/weather/meteo/units.js';
import { type ServedTimeline } from '../../../../src/forecast/timelines/served-timeline.js';
import { type MetricSeries } from '../../../../src/forecast/series/metric-series.js';

export const JUDGED = [
  'temperature',
  'dewPoint',
  'humidity',
  'pressureSurfaceLevel',
  'windSpeed',
  'windGust',
  'precipitationIntensity',
  'precipitationProbability',
  'snowAccumulation',
  'weatherCode',
  'cloudCover',
  'visibility',
  'lightningProbability',
] as const satisfies string[];

/**
 * An hour as served, plus the intensity in mm/h, which determines whether an hour is wet in either unit system, and the
 * percentage of wet members, NaN without members.
 */
type ServedHour = Record<(typeof JUDGED)[number] | 'metricIntensity' | 'membersPercent', number>;

const SNOW = [5000, 5001, 5100, 5101];
const DRY = [1000, 1100, 1101, 1102, 1001, 2000, 2100];
const LIQUID = [4000, 4001, 4200, 4201, 8000];
const FROZEN_OTHERWISE = [6000, 6001, 6200, 6201, 7000, 7101, 7102];
/** What rounding of temperature, humidity and pressure can add to a wet bulb. */
const WET_BULB_ROUNDING = 0.1;
/** The cloud covers (%) allowed for each cloud code. */
const COVERS: Record<number, [number, number]> = {
  1000: [0, 12],
  1100: [13, 37],
  1101: [38, 62],
  1102: [63, 87],
  1001: [88, 100],
};
/** Halfway between the served values around 1 km, in either unit system. */
const FOG_LIMIT: Record<UnitSystem, number> = { metric: 0.95, imperial: 0.61 };

/** Rules that each hour of a forecast must follow. */
const RULES: [string, (hour: ServedHour, units: UnitSystem) => boolean][] = [
  ['known code', ({ weatherCode: c }) => [...DRY, ...SNOW, ...LIQUID, ...FROZEN_OTHERWISE].includes(c)],
  ['wet code, wet hour', (h) => DRY.includes(h.weatherCode) || h.metricIntensity >= measurable(h)],
  ['dry code, dry hour', (h) => !DRY.includes(h.weatherCode) || h.metricIntensity < measurable(h)],
  ['wet code, some intensity', (h) => DRY.includes(h.weatherCode) || h.precipitationIntensity > 0],
  [
    'snow code, snow',
    (h, units) => !SNOW.includes(h.weatherCode) || h.snowAccumulation > 0 || units === 'imperial',
  ],
  ['snow comes from snow', (h) => h.snowAccumulation === 0 || [...SNOW, ...DRY].includes(h.weatherCode)],
  [
    'wet is probable, dry is not',
    (h) => hasMembers(h) || DRY.includes(h.weatherCode) === h.precipitationProbability < 50,
  ],
  [
    'the share of members, but for certainty of what is not served',
    (h) => !hasMembers(h) || Math.abs(h.precipitationProbability - boundedShare(h)) <= 0.5 + 1e-6,
  ],
  ['thunder is probable', (h) => h.weatherCode !== 8000 || h.lightningProbability >= 50],
  ['probable thunder', (h) => !LIQUID.includes(h.weatherCode) || thunders(h) === h.weatherCode >= 8000],
  ['lightning comes with precipitation', (h) => h.lightningProbability <= h.precipitationProbability],
  ['clouds', (h) => within(h.cloudCover, COVERS[h.weatherCode])],
  ['fog', (h, units) => h.weatherCode !== 2000 || h.visibility < FOG_LIMIT[units]],
  ['no view, no sky', (h, units) => !(h.weatherCode in COVERS) || h.visibility > FOG_LIMIT[units]],
  ['dew point below temperature', (h) => h.dewPoint <= h.temperature],
  [
    'no snow at a wet bulb of 2 °C',
    (h, units) =>
      units === 'imperial' ||
      !(SNOW.includes(h.weatherCode) || h.snowAccumulation > 0) ||
      wetBulbOf(h) < 2 + WET_BULB_ROUNDING,
  ],
  [
    'nothing freezing above 1 °C',
    (h, units) => units === 'imperial' || !FROZEN_OTHERWISE.includes(h.weatherCode) || h.temperature <= 1,
  ],
  ['gust above wind', (h) => h.windGust >= h.windSpeed],
  ['humidity', (h) => within(h.humidity, [0, 100])],
  ['probabilities', (h) => within(h.precipitationProbability, [0, 100]) && h.lightningProbability >= 0],
];

/**
 * The wet bulb in °C, from the equation of the aspirated psychrometer (WMO-No. 8, part I, chapter 4, annex B), by halving
 * intervals.
 */
function wetBulbOf({ temperature, humidity, pressureSurfaceLevel }: ServedHour): number {
  const saturation = (celsius: number) => 6.1094 * Math.exp((17.625 * celsius) / (243.04 + celsius));
  const vapour = (humidity / 100) * saturation(temperature);
  let [low, high] = [temperature - 60, temperature];
  for (let i = 0; i < 40; i++) {
    const wet = (low + high) / 2;
    const left =
      saturation(wet) - 6.53e-4 * (1 + 0.000944 * wet) * pressureSurfaceLevel * (temperature - wet);
    if (left < vapour) low = wet;
    else high = wet;
  }
  return low;
}

const hasMembers = ({ membersPercent }: ServedHour) => !Number.isNaN(membersPercent);
const boundedShare = ({ weatherCode, membersPercent }: ServedHour) =>
  DRY.includes(weatherCode) ? Math.min(membersPercent, 99) : Math.max(membersPercent, 1);
const thunders = ({ lightningProbability }: ServedHour) => lightningProbability >= 50;
const within = (value: number, range: [number, number] = [0, 100]) => value >= range[0] && value <= range[1];
/**
 * The least measurable amount in mm. Whether a dry hour has frozen precipitation shows only in its snow accumulation.
 */
const measurable = ({ weatherCode, snowAccumulation }: ServedHour) =>
  [...SNOW, ...FROZEN_OTHERWISE].includes(weatherCode) || snowAccumulation > 0 ? 0.02 : 0.1;

const servedOf = (name: string, units: UnitSystem) => OWN_CATALOGUE.get(name).served[units];

/**
 * Records the contradictions in a forecast's hours by rule, with an example of each. Skips hours without an intensity.
 *
 * @param membersPercent percentage of wet ensemble members by hour, as far as the ensemble reaches
 * @returns the number of hours judged
 */
export function contradictions(
  series: MetricSeries,
  units: UnitSystem,
  found: Map<string, unknown>,
  membersPercent: readonly number[] = [],
): number {
  const columns = JUDGED.map((name) => toServedColumn(series.values(name), servedOf(name, units)));
  const powers = JUDGED.map((name) => 10 ** servedOf(name, units).decimals);
  const hundredths = toServedColumn(
    series.values('precipitationIntensity'),
    servedOf('precipitationIntensity', 'metric'),
  );
  let judged = 0;
  for (let i = 0; i < series.hours; i++) {
    const hour = {
      metricIntensity: hundredths[i] / 100,
      membersPercent: membersPercent.at(i) ?? NaN,
    } as ServedHour;
    JUDGED.forEach((name, k) => (hour[name] = columns[k][i] / powers[k]));
    if (Number.isNaN(hour.precipitationIntensity)) continue;
    judged++;
    for (const [rule, holds] of RULES) if (!holds(hour, units)) found.set(`${units}: ${rule}`, hour);
  }
  return judged;
}

/** Metrics that have quantiles. */
export const SPREAD = ['temperature', 'windSpeed', 'windGust', 'precipitationIntensity', 'cloudCover'];

/**
 * Records hours whose quantiles are not in order around the value, and gust quantiles below those of the wind.
 *
 * @returns the number of hours with quantiles of the temperature
 */
export function quantilesOutOfOrder(
  series: MetricSeries,
  units: UnitSystem,
  found: Map<string, unknown>,
): number {
  const served = (name: string) => toServedColumn(series.values(name), servedOf(name, units));
  const columns = new Map(
    SPREAD.map((name) => [name, ['P10', '', 'P50', 'P90'].map((part) => served(name + part))]),
  );
  const [winds, gusts] = [columns.get('windSpeed')!, columns.get('windGust')!];
  let hours = 0;
  for (let hour = 0; hour < series.hours; hour++) {
    for (const [name, parts] of columns) {
      const [low, value, middle, high] = parts.map((values) => values[hour]);
      if ([low, middle, high].every(Number.isNaN)) continue;
      if (name === 'temperature') hours++;
      if (!(low <= middle && middle <= high && low <= value && value <= high))
        found.set(`${units}: quantiles of ${name}`, { hour, low, value, middle, high });
    }
    gusts.forEach((values, part) => {
      const [gust, wind] = [values[hour], winds[part][hour]];
      if (gust < wind) found.set(`${units}: quantiles of gusts above wind`, { hour, part, gust, wind });
    });
  }
  return hours;
}

/**
 * Records days whose quantiles are not in order around the value, or whose median differs from it although the members
 * are shifted to the value.
 *
 * @returns the number of days with quantiles of the highest temperature
 */
export function dailyQuantilesOutOfOrder(
  { timesMs, columns }: ServedTimeline,
  units: UnitSystem,
  found: Map<string, unknown>,
): number {
  const byName = new Map(columns.map((column) => [column.name, 'scaled' in column ? column.scaled : []]));
  const bases = [...byName.keys()].filter((name) => byName.has(`${name}P50`));
  let days = 0;
  for (let day = 0; day < timesMs.length; day++) {
    for (const name of bases) {
      const [low, value, middle, high] = ['P10', '', 'P50', 'P90'].map(
        (part) => byName.get(name + part)![day],
      );
      if ([low, middle, high].every(Number.isNaN)) continue;
      if (name === 'temperatureMax') days++;
      const isShifted = !name.startsWith('precipitation');
      if (
        !(low <= middle && middle <= high && low <= value && value <= high) ||
        (isShifted && middle !== value)
      )
        found.set(`${units}: daily quantiles of ${name}`, { day, low, value, middle, high });
    }
  }
  return days;
}
