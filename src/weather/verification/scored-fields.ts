import { addProbability, PROBABILITY_SUMS } from './probability-scores.js';
import { coverageOf, crpsOfQuantiles } from './quantile-scores.js';
import { NO_VALUE, type KeptValue, observedOffset, forecastOffset } from './kept-values.js';
import { type Numbers, SUMS, addError, addVectorError } from './score-sums.js';

const TENTH = 0.1;
/** CRPS is summed in thousandths. */
export const CRPS_UNIT = 0.001;
const QUANTILES = [0.1, 0.5, 0.9];

/** The forecasts, or the observations, of a part of the stations for a day. */
type Values = ArrayLike<number>;

/** How a field is compared with what was observed. */
export interface ScoredField {
  readonly name: string;
  readonly kind: 'error' | 'vector' | 'probability' | 'quantiles';
  readonly unit: string;
  /** Of the sums of errors, in the unit. */
  readonly step: number;
  /** Numbers of a set of cases. */
  readonly numbers: number;
  /** Whether the station's hour was observed. */
  readonly isObserved: (observed: Values, station: number, hour: number) => boolean;
  readonly isForecast: (forecast: Values, station: number, hour: number) => boolean;
  /** Adds the case to the sums at an index. */
  readonly add: (
    sums: Numbers,
    at: number,
    forecast: Values,
    observed: Values,
    station: number,
    hour: number,
  ) => void;
}

const isThere = (value: number) => value !== NO_VALUE;

function difference(
  name: KeptValue & ('temperature' | 'dewPoint' | 'windSpeed' | 'pressureSurfaceLevel'),
  unit: string,
): ScoredField {
  return {
    name,
    kind: 'error',
    unit,
    step: TENTH,
    numbers: SUMS,
    isObserved: (observed, station, hour) => isThere(observed[observedOffset(name, station) + hour]),
    isForecast: (forecast, station, hour) => isThere(forecast[forecastOffset(name, station) + hour]),
    add: (sums, at, forecast, observed, station, hour) =>
      addError(
        sums,
        at,
        forecast[forecastOffset(name, station) + hour] - observed[observedOffset(name, station) + hour],
      ),
  };
}

/** Where there is no wind, there is no direction; where its direction varies, there is no vector. */
function hasVector(speed: number, direction: number): boolean {
  return speed === 0 || (isThere(speed) && isThere(direction));
}

const WIND: ScoredField = {
  name: 'wind',
  kind: 'vector',
  unit: 'm/s',
  step: TENTH,
  numbers: SUMS,
  isObserved: (observed, station, hour) =>
    hasVector(
      observed[observedOffset('windSpeed', station) + hour],
      observed[observedOffset('windDirection', station) + hour],
    ),
  isForecast: (forecast, station, hour) =>
    hasVector(
      forecast[forecastOffset('windSpeed', station) + hour],
      forecast[forecastOffset('windDirection', station) + hour],
    ),
  add: (sums, at, forecast, observed, station, hour) => {
    const speed = forecast[forecastOffset('windSpeed', station) + hour];
    const observedSpeed = observed[observedOffset('windSpeed', station) + hour];
    const turned =
      speed === 0 || observedSpeed === 0
        ? 0
        : forecast[forecastOffset('windDirection', station) + hour] -
          observed[observedOffset('windDirection', station) + hour];
    // The law of cosines. Whole numbers, so that sums are exact.
    const square = Math.round(
      speed ** 2 + observedSpeed ** 2 - 2 * speed * observedSpeed * Math.cos((turned * Math.PI) / 180),
    );
    addVectorError(sums, at, Math.round(Math.sqrt(square)), square);
  },
};

const PROBABILITY: ScoredField = {
  name: 'precipitationProbability',
  kind: 'probability',
  unit: '%',
  step: 1,
  numbers: PROBABILITY_SUMS,
  isObserved: (observed, station, hour) => isThere(observed[observedOffset('wet', station) + hour]),
  isForecast: (forecast, station, hour) =>
    isThere(forecast[forecastOffset('precipitationProbability', station) + hour]),
  add: (sums, at, forecast, observed, station, hour) =>
    addProbability(
      sums,
      at,
      forecast[forecastOffset('precipitationProbability', station) + hour],
      observed[observedOffset('wet', station) + hour] === 1,
    ),
};

/** Sums: cases, observations from P10 to P90, CRPS. */
const TEMPERATURE_QUANTILES: ScoredField = {
  name: 'temperatureP10P90',
  kind: 'quantiles',
  unit: '°C',
  step: CRPS_UNIT,
  numbers: 3,
  isObserved: (observed, station, hour) => isThere(observed[observedOffset('temperature', station) + hour]),
  isForecast: (forecast, station, hour) =>
    isThere(forecast[forecastOffset('temperatureP10', station) + hour]) &&
    isThere(forecast[forecastOffset('temperatureP50', station) + hour]) &&
    isThere(forecast[forecastOffset('temperatureP90', station) + hour]),
  add: (sums, at, forecast, observed, station, hour) => {
    const values = (['temperatureP10', 'temperatureP50', 'temperatureP90'] as const).map(
      (name) => forecast[forecastOffset(name, station) + hour],
    );
    const truth = observed[observedOffset('temperature', station) + hour];
    sums[at] += 1;
    sums[at + 1] += coverageOf(values[0], values[2], truth);
    sums[at + 2] += Math.round(crpsOfQuantiles(QUANTILES, values, truth) * (TENTH / CRPS_UNIT));
  },
};

/** What is verified, in the order in which it is documented. */
export const SCORED_FIELDS: readonly ScoredField[] = [
  difference('temperature', '°C'),
  difference('dewPoint', '°C'),
  difference('windSpeed', 'm/s'),
  WIND,
  difference('pressureSurfaceLevel', 'hPa'),
  PROBABILITY,
  TEMPERATURE_QUANTILES,
];
