import { HOUR_MS } from '../../core/time/index.js';
import { StoredPoint, type StoredRun } from '../../store/read/index.js';
import {
  type VariableName,
  dewPoint,
  interpolateMonotoneCubic,
  kelvinToCelsius,
  liftPressure,
  liftTemperature,
  noSeries,
  pascalsToHectopascals,
  windDirection,
  windSpeed,
} from '../../weather/meteo/index.js';
import { LONGEST_LEAD_HOURS, type KeptValue, leadHours } from '../../weather/verification/index.js';

/** Forecasts at a place by lead time, in metric units; NaN where there is none. */
export type PlaceForecast = Partial<Record<KeptValue, ArrayLike<number>>>;

export const LEADS: readonly number[] = leadHours();

/** A place, at a height in meters; without one, that of the model's terrain. */
export interface ForecastPlace {
  readonly lat: number;
  readonly lon: number;
  readonly elevation?: number | undefined;
}

/**
 * Returns a run's own forecast at a place, for `LEADS`: interpolated as it is served, and brought to the place's height.
 * @returns undefined outside the run's grid
 */
export function runAt(run: StoredRun, { lat, lon, elevation }: ForecastPlace): PlaceForecast | undefined {
  const point = StoredPoint.at(run, lat, lon);
  if (!point) return undefined;
  const terrain = point.staticValue('terrainHeight');
  const lift = elevation === undefined || Number.isNaN(terrain) ? 0 : elevation - terrain;
  const at = (name: VariableName) => hourly(point, name);
  const map = (length: number, make: (i: number) => number) =>
    Float64Array.from({ length }, (_, i) => make(i));
  const every = (make: (i: number) => number) => map(LEADS.length, make);

  const kelvins = at('temperature2m');
  const celsius = every((i) => kelvinToCelsius(kelvins[i]));
  const [dewKelvins, humidity] = [at('dewPoint2m'), at('relativeHumidity2m')];
  const dewPoints = every((i) =>
    Number.isNaN(dewKelvins[i])
      ? dewPoint(celsius[i], humidity[i])
      : Math.min(kelvinToCelsius(dewKelvins[i]), celsius[i]),
  );
  const [u, v, pascals] = [at('windU10m'), at('windV10m'), at('surfacePressure')];
  const quantile = (name: VariableName) => {
    const values = at(name);
    return every((i) => liftTemperature(kelvinToCelsius(values[i]), lift));
  };
  return {
    temperature: every((i) => liftTemperature(celsius[i], lift)),
    dewPoint: every((i) => liftTemperature(dewPoints[i], lift)),
    windSpeed: every((i) => windSpeed(u[i], v[i])),
    windDirection: every((i) => windDirection(u[i], v[i])),
    pressureSurfaceLevel: every((i) =>
      liftPressure(pascalsToHectopascals(pascals[i]), celsius[i], dewPoints[i], lift),
    ),
    precipitationProbability: shares(point),
    temperatureP10: quantile('temperature2mP10'),
    temperatureP50: quantile('temperature2mP50'),
    temperatureP90: quantile('temperature2mP90'),
  };
}

/** Steps without a value are interpolated over. */
function hourly(point: StoredPoint, name: VariableName): Float64Array {
  const { stepsHours } = point;
  const beyond = stepsHours.findIndex((hours) => hours >= LONGEST_LEAD_HOURS);
  const values = point.series(name, beyond === -1 ? undefined : beyond + 1);
  if (!values) return noSeries(LEADS.length);
  const steps = stepsHours.flatMap((_, step) => (Number.isNaN(values[step]) ? [] : [step]));
  return interpolateMonotoneCubic(
    steps.map((step) => stepsHours[step]),
    steps.map((step) => values[step]),
    LEADS,
  );
}

/** The probability of the span that contains the hour after each lead time. */
function shares(point: StoredPoint): Float64Array {
  const shares = noSeries(LEADS.length);
  const values = point.series('precipitationProbability');
  const stored = point.variable('precipitationProbability');
  if (!values || !stored) return shares;
  point.stepsHours.forEach((endHours, step) => {
    const startHours = stored.planes[step]?.spanStartHours ?? point.stepsHours[step - 1];
    if (startHours === undefined || Number.isNaN(values[step])) return;
    LEADS.forEach((lead, i) => {
      if (lead >= startHours && lead < endHours) shares[i] = values[step];
    });
  });
  return shares;
}

/** Returns when a lead time ends, in milliseconds since 1970. */
export function validMs(runMs: number, lead: number): number {
  return runMs + lead * HOUR_MS;
}
