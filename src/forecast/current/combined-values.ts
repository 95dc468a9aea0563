import {
  LEAST_BESIDE_WET_PERCENT,
  MOST_BESIDE_DRY_PERCENT,
  apparentTemperature,
  liftPressure,
  liftTemperature,
  relativeHumidity,
  windDirection,
} from '../../weather/meteo/index.js';
import { DRY_CODES } from '../../weather/metrics/index.js';
import type { ObservedField, ObservedValues } from '../../weather/observations/index.js';
import { type FadingField, isNear, isSamePlace, type Separation, weightOf } from './carried-report.js';
import { type CurrentValue, joined, type MetricAt } from './current-value.js';
import { fittingWeather, isTooWarmFor } from './fitting-weather.js';

/** A report, and the model where and when it was measured. */
export interface UsedReport extends Separation {
  values: ObservedValues;
  /** At the station, its elevation and the time of the report. */
  modelThere: MetricAt;
}

const RADIANS = Math.PI / 180;

/**
 * Combines a report with a model to the values of a place and time without contradictions:
 * value(t) = model(t) + weight · (observation(t₀) − model(t₀)), where t₀ and the model's error are those of the station.
 */
export class CombinedValues {
  private readonly known = new Map<string, CurrentValue>();

  /** @param model at the place, its height and the time */
  constructor(
    private readonly model: MetricAt,
    report: UsedReport | undefined,
  ) {
    if (!report) return;
    this.setAir(report);
    this.setWind(report);
    this.setWeather(report);
  }

  get(name: string): CurrentValue {
    let known = this.known.get(name);
    if (!known) this.known.set(name, (known = this.ofModel(name)));
    return known;
  }

  private ofModel(name: string): CurrentValue {
    return { value: this.model(name), origin: 'model' };
  }

  private setAir(report: UsedReport): void {
    const temperature = this.fading('temperature', report);
    const carried = this.fading('dewPoint', report);
    const dewPoint =
      carried.value > temperature.value ? { value: temperature.value, origin: 'adjusted' as const } : carried;
    this.known.set('temperature', temperature);
    this.known.set('dewPoint', dewPoint);
    this.known.set('pressureSurfaceLevel', this.fading('pressureSurfaceLevel', report));
    this.derive('humidity', [temperature, dewPoint], () =>
      relativeHumidity(temperature.value, dewPoint.value),
    );
  }

  private setWind(report: UsedReport): void {
    const faded = this.fading('windSpeed', report);
    const speed = faded.value < 0 ? { ...faded, value: 0 } : faded;
    const reported = this.carried('windGust', report);
    const gust = reported ?? this.ofModel('windGust');
    this.known.set('windSpeed', speed);
    this.known.set('windDirection', this.direction(report, speed));
    this.known.set(
      'windGust',
      speed.value > gust.value ? { value: speed.value, origin: joined(speed.origin, gust.origin) } : gust,
    );
    const [temperature, humidity] = [this.get('temperature'), this.get('humidity')];
    this.derive('temperatureApparent', [temperature, humidity, speed], () =>
      apparentTemperature(temperature.value, humidity.value, speed.value),
    );
  }

  /** Of the vector that the model's error changes; calm air has none. */
  private direction(report: UsedReport, speed: CurrentValue): CurrentValue {
    const { values, modelThere } = report;
    if (speed.origin === 'model') return this.ofModel('windDirection');
    if (Math.round(10 * speed.value) === 0) return { value: 0, origin: speed.origin };
    if (values.windDirection === null && values.windSpeed !== 0) return this.ofModel('windDirection');
    if (speed.origin === 'observed') return { value: values.windDirection!, origin: 'observed' };
    const measured = vectorOf(values.windSpeed!, values.windDirection ?? 0);
    const [now, there] = [this.model, modelThere].map((at) => vectorOf(at('windSpeed'), at('windDirection')));
    const weight = weightOf('windSpeed', report);
    const [u, v] = now.map((component, i) => component + weight * (measured[i] - there[i]));
    if (Number.isNaN(u + v)) return { value: values.windDirection ?? 0, origin: 'adjusted' };
    return { value: windDirection(u, v), origin: 'adjusted' };
  }

  private setWeather(report: UsedReport): void {
    for (const name of ['cloudCover', 'visibility'] as const) {
      const carried = this.carried(name, report);
      if (carried) this.known.set(name, carried);
    }
    const derived = fittingWeather(this);
    const reported = this.carried('weatherCode', report);
    // Snow of a higher station, or of an hour ago.
    const isOutOfPlace = reported?.origin === 'adjusted' && isTooWarmFor(reported.value, this);
    const code = isOutOfPlace ? undefined : reported;
    if (!code || code.value === derived.weatherCode.value) {
      this.setAll({ ...derived, ...(code && { weatherCode: code }) });
      return;
    }
    // The station tells what falls, but not how much.
    const isDry = DRY_CODES.has(code.value);
    const amount = isDry ? { value: 0, origin: code.origin } : ({ value: NaN, origin: 'adjusted' } as const);
    this.setAll({ weatherCode: code, precipitationIntensity: amount, snowAccumulation: amount });
    const probability = this.model('precipitationProbability');
    const fitting = isDry
      ? Math.min(probability, MOST_BESIDE_DRY_PERCENT)
      : Math.max(probability, LEAST_BESIDE_WET_PERCENT);
    if (!Number.isNaN(probability) && fitting !== probability)
      this.known.set('precipitationProbability', { value: fitting, origin: 'adjusted' });
  }

  /** A value that fades from the report into the forecast. */
  private fading(field: FadingField, report: UsedReport): CurrentValue {
    const observed = report.values[field];
    const now = this.model(field);
    if (observed === null) return this.ofModel(field);
    if (isSamePlace(report)) return { value: observed, origin: 'observed' };
    const value = Number.isNaN(now)
      ? lifted(field, observed, report)
      : now + weightOf(field, report) * (observed - report.modelThere(field));
    return Number.isNaN(value) ? this.ofModel(field) : { value, origin: 'adjusted' };
  }

  /** A value that is as reported or not used at all. */
  private carried(field: ObservedField, report: UsedReport): CurrentValue | undefined {
    const observed = report.values[field];
    if (observed === null || !isNear(report)) return undefined;
    return { value: observed, origin: isSamePlace(report) ? 'observed' : 'adjusted' };
  }

  private derive(name: string, inputs: readonly CurrentValue[], make: () => number): void {
    const origin = joined(...inputs.map((input) => input.origin));
    if (origin === 'model') return;
    const value = make();
    if (!Number.isNaN(value)) this.known.set(name, { value, origin });
  }

  private setAll(values: Readonly<Record<string, CurrentValue>>): void {
    for (const [name, value] of Object.entries(values)) this.known.set(name, value);
  }
}

/** The wind toward the east and toward the north. */
function vectorOf(speed: number, direction: number): [u: number, v: number] {
  return [-speed * Math.sin(direction * RADIANS), -speed * Math.cos(direction * RADIANS)];
}

/** Brings what was measured to the height of the place, where there is no model. */
function lifted(field: FadingField, observed: number, { values, riseMetres }: UsedReport): number {
  if (riseMetres === 0 || field === 'windSpeed') return observed;
  if (field !== 'pressureSurfaceLevel') return liftTemperature(observed, riseMetres);
  return liftPressure(observed, values.temperature ?? NaN, values.dewPoint ?? NaN, riseMetres);
}
