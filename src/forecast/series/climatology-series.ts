import { type ClimatologyPoint } from '../../climatology/climatology-point.js';
import { type ClimatologyVariable } from '../../climatology/climatology-variables.js';
import { apparentTemperature } from '../../meteo/air/apparent-temperature.js';
import { relativeHumidity } from '../../meteo/air/humidity.js';
import { type MetricName } from '../../meteo/metrics.js';
import { hasGap } from '../../meteo/series.js';
import { solarPosition } from '../../meteo/sun/solar-position.js';
import { liftPressure, liftTemperature } from '../../meteo/air/terrain-correction.js';
import { uvIndex } from '../../meteo/sun/uv-index.js';
import { windDirection } from '../../meteo/air/wind.js';
import { type AnswerWarningCode, type AnswerWarnings } from './answer-warnings.js';
import { type MetricSeries } from './metric-series.js';

const HOUR_MS = 3_600_000;
const HOURS_PER_DAY = 24;

/** The metrics that the figures allow, each with what is to be borne in mind of it. */
const CAUTIONS: Partial<Record<MetricName, AnswerWarningCode[]>> = {
  temperature: ['no_daily_cycle'],
  temperatureApparent: ['no_daily_cycle', 'still_air'],
  dewPoint: ['no_daily_cycle'],
  humidity: ['no_daily_cycle'],
  windDirection: ['no_daily_cycle', 'prevailing_wind'],
  pressureSurfaceLevel: ['no_daily_cycle'],
  precipitationIntensity: ['mean_rate'],
  cloudCover: ['no_daily_cycle'],
  uvIndex: [],
  ozone: ['no_daily_cycle'],
};

const FROM_DEW_POINT: readonly MetricName[] = ['dewPoint', 'humidity', 'temperatureApparent'];

export interface ClimatologySeriesOptions {
  latitude: number;
  longitude: number;
  /** Metres; the terrain of the climatology when undefined. */
  elevation: number | undefined;
  firstHourMs: number;
  hours: number;
}

/**
 * What the long-term means say of a point, hour by hour. Nothing is made up: what the figures do not have is NaN, and
 * only the sun gives the hours of a day different values.
 */
export class ClimatologySeries implements MetricSeries {
  readonly firstHourMs: number;
  readonly hours: number;
  private readonly series = new Map<MetricName, Float64Array>();
  private readonly altitude: number;
  /** Metres from the terrain of the figures up to the asked elevation. */
  private readonly lift: number;

  constructor(
    private readonly point: ClimatologyPoint,
    private readonly options: ClimatologySeriesOptions,
    private readonly warnings: AnswerWarnings,
  ) {
    this.firstHourMs = options.firstHourMs;
    this.hours = options.hours;
    this.altitude = options.elevation ?? point.terrainHeight;
    this.lift = this.altitude - point.terrainHeight;
  }

  values(name: MetricName): Float64Array {
    const known = this.series.get(name);
    if (known) return known;
    for (const code of CAUTIONS[name] ?? ['not_in_climatology']) this.warnings.add(code, name);
    const values = this.derive(name);
    if (FROM_DEW_POINT.includes(name) && hasGap(values)) this.warnings.add('implausible_humidity', name);
    this.series.set(name, values);
    return values;
  }

  /** A mean is no amount of an hour: spread evenly it would be a drizzle that never ends. */
  meanRates(name: MetricName): Float64Array | undefined {
    if (name !== 'precipitationIntensity') return undefined;
    return this.means('precipitation').map((millimetresPerDay) => millimetresPerDay / HOURS_PER_DAY);
  }

  private derive(name: MetricName): Float64Array {
    switch (name) {
      case 'temperature':
        return this.means('temperature').map((celsius) => liftTemperature(celsius, this.lift));
      case 'dewPoint':
        return this.dewPoints();
      case 'humidity':
        return this.combine('temperature', 'dewPoint', relativeHumidity);
      case 'temperatureApparent':
        return this.combine('temperature', 'humidity', (celsius, percent) =>
          apparentTemperature(celsius, percent, 0),
        );
      case 'pressureSurfaceLevel':
        return this.pressures();
      case 'windDirection':
        return this.windDirections();
      case 'cloudCover':
        return this.means('cloudCover');
      case 'ozone':
        return this.means('ozone');
      case 'uvIndex':
        return this.uvIndices();
      default:
        return new Float64Array(this.hours).fill(NaN);
    }
  }

  private means(variable: ClimatologyVariable): Float64Array {
    return this.point.values(variable, this.firstHourMs, this.hours);
  }

  private combine(
    first: MetricName,
    second: MetricName,
    value: (first: number, second: number) => number,
  ): Float64Array {
    const others = this.values(second);
    return this.values(first).map((one, hour) => value(one, others[hour]));
  }

  /** The means of temperature and dew point are of different figures, which must not contradict each other. */
  private dewPoints(): Float64Array {
    const temperatures = this.values('temperature');
    return this.means('dewPoint').map((celsius, hour) =>
      Math.min(liftTemperature(celsius, this.lift), temperatures[hour]),
    );
  }

  private pressures(): Float64Array {
    const temperatures = this.means('temperature');
    const dewPoints = this.means('dewPoint');
    return this.means('pressure').map((hectopascals, hour) =>
      liftPressure(hectopascals, temperatures[hour], dewPoints[hour], this.lift),
    );
  }

  private windDirections(): Float64Array {
    const northward = this.means('windV');
    return this.means('windU').map((eastward, hour) => windDirection(eastward, northward[hour]));
  }

  private uvIndices(): Float64Array {
    const { latitude, longitude } = this.options;
    const [ozone, clouds] = [this.means('ozone'), this.means('cloudCover')];
    return ozone.map((ozoneDobson, hour) => {
      const { cosZenith } = solarPosition(this.firstHourMs + hour * HOUR_MS, latitude, longitude);
      return uvIndex({
        cosZenith,
        ozoneDobson,
        cloudCoverPercent: clouds[hour],
        altitudeMetres: this.altitude,
      });
    });
  }
}
