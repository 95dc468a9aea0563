import {
  FREEZING_TO_CELSIUS,
  SNOW_BELOW_WET_BULB,
  precipitationForm,
  snowDepthRatio,
  weatherCode,
  wetBulb,
} from '../../weather/meteo/index.js';
import { DRY_CODES } from '../../weather/metrics/index.js';
import { type CurrentValue, joined, type ValueOrigin } from './current-value.js';

const [SNOW, FREEZING, ICE_PELLETS] = [5, 6, 7];
const NO_FLAGS = {
  rainFlag: NaN,
  snowFlag: NaN,
  freezingRainFlag: NaN,
  icePelletsFlag: NaN,
  frozenPercent: NaN,
};
const DRY = { intensity: 0, type: 'rain', lightningProbability: 0 } as const;

type Weather = Readonly<Record<'weatherCode' | 'snowAccumulation', CurrentValue>>;

interface Values {
  get: (name: string) => CurrentValue;
}

/** Whether the air doesn't let this snow or ice arrive. */
export function isTooWarmFor(code: number, values: Values): boolean {
  const at = (name: string) => values.get(name).value;
  const kind = Math.floor(code / 1000);
  return kind === SNOW
    ? wetBulb(at('temperature'), at('humidity'), at('pressureSurfaceLevel')) >= SNOW_BELOW_WET_BULB
    : (kind === FREEZING || kind === ICE_PELLETS) && at('temperature') > FREEZING_TO_CELSIUS;
}

/** Returns the model's weather as it fits the clouds, the visibility and the air that a report has changed. */
export function fittingWeather(values: Values): Weather {
  const at = (name: string) => values.get(name).value;
  const originOf = (...names: string[]) => joined(...names.map((name) => values.get(name).origin));
  const code = values.get('weatherCode');
  const snowAccumulation = values.get('snowAccumulation');
  const changed = (value: number, origin: ValueOrigin): CurrentValue =>
    value === code.value || Number.isNaN(value) ? code : { value, origin };
  if (DRY_CODES.has(code.value)) {
    const [cloudCover, visibility] = [at('cloudCover'), at('visibility')];
    const fitting = weatherCode({ ...DRY, cloudCover, visibility });
    return { weatherCode: changed(fitting, originOf('cloudCover', 'visibility')), snowAccumulation };
  }
  if (!isTooWarmFor(code.value, values) || originOf('temperature', 'humidity') === 'model')
    return { weatherCode: code, snowAccumulation };
  const [celsius, humidityPercent] = [at('temperature'), at('humidity')];
  const pressureHpa = at('pressureSurfaceLevel');
  const intensity = at('precipitationIntensity');
  const { type, snowShare } = precipitationForm({
    ...NO_FLAGS,
    air: { celsius, humidityPercent, pressureHpa },
  });
  const fitting = weatherCode({
    intensity,
    type,
    lightningProbability: at('lightningProbability'),
    cloudCover: at('cloudCover'),
    visibility: at('visibility'),
  });
  const snow = snowShare > 0 ? intensity * snowShare * snowDepthRatio(celsius) : 0;
  return {
    weatherCode: changed(fitting, 'adjusted'),
    snowAccumulation: { value: snow, origin: 'adjusted' },
  };
}
