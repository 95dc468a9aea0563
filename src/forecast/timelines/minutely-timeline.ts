import { interpolateLinear, interpolateMonotoneCubic } from '../../meteo/interpolation.js';
import { type MetricName } from '../../meteo/metrics.js';
import { mapSeries, regularSeries } from '../../meteo/series.js';
import { type UnitSystem } from '../../meteo/units.js';
import { weatherCode } from '../../meteo/weather-code.js';
import { windDirection, windSpeed } from '../../meteo/air/wind.js';
import { type MetricSeries } from '../series/metric-series.js';
import { regularTimes, servedColumn, type ServedTimeline } from './served-timeline.js';
import { type EntrySpan, HOUR_MS, MINUTE_MS } from '../request/timeline-spans.js';
import { DRY_CODES } from './weather-severity.js';
import { windDirectionVectors, type WindVectors, windVectors } from './wind-vectors.js';

/**
 * How a metric comes from hours to minutes: along a curve that keeps to the shape of the hours, along straight lines,
 * as a wind vector, or held for the hour that it is of.
 */
const COURSES = {
  temperature: 'curve',
  temperatureApparent: 'curve',
  dewPoint: 'curve',
  humidity: 'curve',
  windSpeed: 'vector',
  windDirection: 'vector',
  windGust: 'curve',
  pressureSurfaceLevel: 'curve',
  precipitationIntensity: 'held',
  precipitationProbability: 'held',
  snowAccumulation: 'held',
  weatherCode: 'held',
  cloudCover: 'curve',
  visibility: 'line',
  uvIndex: 'curve',
  ozone: 'curve',
  soilMoisture: 'line',
  lightningProbability: 'held',
} as const satisfies Record<MetricName, 'curve' | 'line' | 'vector' | 'held'>;

const DRY = { intensity: 0, type: 'rain', lightningProbability: 0 } as const;

/** Entries minute by minute; the series has the hours around all of them. */
export function minutelyTimeline(
  series: MetricSeries,
  { firstMs, count }: EntrySpan,
  fields: readonly MetricName[],
  units: UnitSystem,
): ServedTimeline {
  const minutes = new Minutes(series, firstMs, count);
  return {
    timesMs: regularTimes(firstMs, MINUTE_MS, count),
    columns: fields.map((name) => servedColumn(name, minutes.values(name), units)),
  };
}

/** The metrics of a series at minutes, unrounded. */
class Minutes {
  /** Of the series and of the minutes, in hours since the first hour of the series. */
  private readonly hours: Float64Array;
  private readonly positions: Float64Array;

  constructor(
    private readonly series: MetricSeries,
    firstMs: number,
    count: number,
  ) {
    this.hours = regularSeries(0, 1, series.hours);
    const first = firstMs - series.firstHourMs;
    this.positions = mapSeries(regularSeries(first, MINUTE_MS, count), (ms) => ms / HOUR_MS);
  }

  values(name: MetricName): Float64Array {
    if (name === 'weatherCode') return this.weatherCodes();
    // Each has a curve of its own, and these must not cross.
    if (name === 'dewPoint') return this.bounded(name, 'temperature', (dewPoint, most) => dewPoint > most);
    if (name === 'windGust') return this.bounded(name, 'windSpeed', (gust, least) => gust < least);
    return this.along(name);
  }

  /** A code of clouds or fog follows the minute's own; all others are of the hour, as its precipitation is. */
  private weatherCodes(): Float64Array {
    const codes = this.along('weatherCode');
    const [clouds, visibilities] = [this.along('cloudCover'), this.along('visibility')];
    return mapSeries(codes, (code, i) => {
      if (!DRY_CODES.has(code)) return code;
      const sky = { cloudCover: clouds[i], visibility: visibilities[i] };
      return weatherCode({ ...DRY, ...sky });
    });
  }

  private along(name: MetricName): Float64Array {
    const course = COURSES[name];
    if (course === 'vector') {
      return name === 'windSpeed'
        ? this.vector(windVectors(this.series), windSpeed)
        : this.vector(windDirectionVectors(this.series), windDirection);
    }
    const values = this.series.values(name);
    if (course === 'held') return mapSeries(this.positions, (position) => values[Math.floor(position)]);
    return course === 'line'
      ? interpolateLinear(this.hours, values, this.positions)
      : interpolateMonotoneCubic(this.hours, values, this.positions);
  }

  private vector({ u, v }: WindVectors, measure: (u: number, v: number) => number): Float64Array {
    const eastward = interpolateMonotoneCubic(this.hours, u, this.positions);
    const northward = interpolateMonotoneCubic(this.hours, v, this.positions);
    return mapSeries(eastward, (value, i) => measure(value, northward[i]));
  }

  private bounded(
    name: MetricName,
    boundName: MetricName,
    isBeyond: (value: number, bound: number) => boolean,
  ): Float64Array {
    const bounds = this.along(boundName);
    return mapSeries(this.along(name), (value, i) => (isBeyond(value, bounds[i]) ? bounds[i] : value));
  }
}
