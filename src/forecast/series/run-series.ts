import { type MetricName } from '../../meteo/metrics.js';
import { mapSeries } from '../../meteo/series.js';
import { hourlyCosZenith } from '../../meteo/sun/solar-position.js';
import { shareToPercent, visibilityInKilometres } from '../../meteo/units.js';
import { uvIndex } from '../../meteo/sun/uv-index.js';
import { windDirection, windSpeed } from '../../meteo/air/wind.js';
import { type StoredPoint } from '../../model-store/read/stored-point.js';
import { type StoredRun } from '../../model-store/read/stored-run.js';
import { type AnswerWarnings } from './answer-warnings.js';
import { AirSeries } from './air-series.js';
import { HourlySeries } from './hourly-series.js';
import { type MetricSeries } from './metric-series.js';
import { reasonForGaps } from './series-gaps.js';
import { WeatherSeries } from './weather-series.js';
import { wetShares } from './wet-shares.js';

const HOUR_MS = 3_600_000;

/** Which hours of a run, where. */
export interface RunSeriesRequest {
  run: StoredRun;
  /** Read from the run at the latitude and longitude. */
  point: StoredPoint;
  latitude: number;
  longitude: number;
  /** Metres above the sea; undefined for the model's terrain. */
  elevation?: number | undefined;
  /** A whole hour, milliseconds since 1970-01-01T00:00:00Z; hours that the run does not have are null. */
  firstHourMs: number;
  hours: number;
  /** Runs before this one, newest first, whose agreement makes precipitation more or less probable. */
  earlierRuns: readonly StoredRun[];
}

/** The metrics at a point out of a stored run. */
export class RunSeries implements MetricSeries {
  readonly firstHourMs: number;
  readonly hours: number;
  private readonly hourly: HourlySeries;
  private readonly lift: number;
  private readonly derived = new Map<MetricName, Float64Array>();
  private airSeries: AirSeries | undefined;
  private weatherSeries: WeatherSeries | undefined;

  constructor(
    private readonly request: RunSeriesRequest,
    private readonly warnings: AnswerWarnings,
  ) {
    const { run, point, firstHourMs, hours, elevation } = request;
    this.firstHourMs = firstHourMs;
    this.hours = hours;
    this.hourly = new HourlySeries(point, (firstHourMs - run.run.getTime()) / HOUR_MS, hours);
    const lift = elevation === undefined ? 0 : elevation - point.staticValue('terrainHeight');
    // Without the model's terrain its distance is unknown.
    this.lift = Number.isNaN(lift) ? 0 : lift;
  }

  values(name: MetricName): Float64Array {
    const known = this.derived.get(name);
    if (known) return known;
    const values = this.derive(name);
    this.derived.set(name, values);
    const reason = reasonForGaps(name, values, this.request);
    if (reason) this.warnings.add(reason, name);
    return values;
  }

  private derive(name: MetricName): Float64Array {
    switch (name) {
      case 'temperature':
        return this.air().temperature;
      case 'temperatureApparent':
        return this.air().temperatureApparent();
      case 'dewPoint':
        return this.air().dewPoint();
      case 'humidity':
        return this.air().humidity();
      case 'windSpeed':
        return this.wind(windSpeed);
      case 'windDirection':
        return this.wind(windDirection);
      case 'windGust':
        return this.gust();
      case 'pressureSurfaceLevel':
        return this.air().pressureSurfaceLevel();
      case 'precipitationIntensity':
        return this.hourly.get('precipitation');
      case 'precipitationProbability':
        return this.weather().precipitationProbability();
      case 'snowAccumulation':
        return this.weather().snowAccumulation();
      case 'weatherCode':
        return this.weather().weatherCode();
      case 'cloudCover':
        return this.hourly.get('cloudCover');
      case 'visibility':
        return mapSeries(this.hourly.get('visibility'), visibilityInKilometres);
      case 'uvIndex':
        return this.uvIndex();
      case 'ozone':
        return this.hourly.get('totalOzone');
      case 'soilMoisture':
        return mapSeries(this.hourly.get('soilMoisture'), shareToPercent);
      case 'lightningProbability':
        return this.weather().lightningProbability();
    }
  }

  private air(): AirSeries {
    return (this.airSeries ??= new AirSeries(this.hourly, this.lift));
  }

  private weather(): WeatherSeries {
    return (this.weatherSeries ??= new WeatherSeries(this.hourly, this.air(), this.lift, () =>
      [this.request.run, ...this.request.earlierRuns].map((run) =>
        wetShares(run, this.request, this.firstHourMs, this.hours),
      ),
    ));
  }

  private wind(measure: (u: number, v: number) => number): Float64Array {
    const v = this.hourly.get('windV10m');
    return mapSeries(this.hourly.get('windU10m'), (u, i) => measure(u, v[i]));
  }

  /** The model's gust is an instant of its own and can lie below the interpolated wind. */
  private gust(): Float64Array {
    const speeds = this.wind(windSpeed);
    return mapSeries(this.hourly.get('windGust'), (gust, i) => (speeds[i] > gust ? speeds[i] : gust));
  }

  private uvIndex(): Float64Array {
    const { latitude, longitude, elevation, point } = this.request;
    const terrain = point.staticValue('terrainHeight');
    const altitudeMetres = elevation ?? (Number.isNaN(terrain) ? 0 : terrain);
    const cloudCover = this.hourly.get('cloudCover');
    const ozone = this.hourly.get('totalOzone');
    return mapSeries(hourlyCosZenith(this.firstHourMs, this.hours, latitude, longitude), (cosZenith, i) =>
      uvIndex({ cosZenith, ozoneDobson: ozone[i], cloudCoverPercent: cloudCover[i], altitudeMetres }),
    );
  }
}
