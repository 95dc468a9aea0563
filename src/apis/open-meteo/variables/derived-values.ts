import {
  isDaylight,
  liftPressure,
  mapSeries,
  rainMillimetres,
  saturationVapourPressure,
  solarPosition,
  uvIndex,
  weatherCode,
} from '../../../weather/meteo/index.js';
import { type Steps } from './steps.js';
import { toWmoCode } from './wmo-codes.js';

const HECTOPASCALS_PER_KILOPASCAL = 10;
/** Weather codes below this one are of dry weather. */
const FIRST_WET_CODE = 4000;

/**
 * The code of the previous step if it has precipitation, to match the amounts; otherwise that of the sky at the step.
 */
export function wmoCodes(steps: Steps): Float64Array {
  const [clouds, visibilities] = [steps.at('cloudCover'), steps.at('visibility')];
  return mapSeries(steps.before('weatherCode'), (code, i) => {
    if (code >= FIRST_WET_CODE) return toWmoCode(code);
    const sky = { cloudCover: clouds[i], visibility: visibilities[i] };
    return toWmoCode(weatherCode({ intensity: 0, type: 'rain', lightningProbability: 0, ...sky }));
  });
}

/** Precipitation other than snow, in mm. */
export function rain(steps: Steps): Float64Array {
  // By the hour, as the snow is: within the hour, the temperature would make rain out of it.
  const rates = steps.beforeByHour((metric) => {
    const [snow, temperatures] = [metric('snowAccumulation'), metric('temperature')];
    return mapSeries(metric('precipitationIntensity'), (mm, i) =>
      rainMillimetres(mm, snow[i], temperatures[i]),
    );
  });
  return mapSeries(rates, (rate) => rate * steps.hours);
}

/** Sea-level pressure in hPa, by the temperature and dew point at the location. */
export function seaLevelPressure(steps: Steps): Float64Array {
  const [temperatures, dewPoints] = [steps.at('temperature'), steps.at('dewPoint')];
  return mapSeries(steps.at('pressureSurfaceLevel'), (hectopascals, i) =>
    liftPressure(hectopascals, temperatures[i], dewPoints[i], -steps.altitude),
  );
}

/** The difference between the vapor pressure of saturated air and that of the air, in kPa. */
export function vapourPressureDeficit(steps: Steps): Float64Array {
  const humidity = steps.at('humidity');
  return mapSeries(
    steps.at('temperature'),
    (celsius, i) =>
      (saturationVapourPressure(celsius) * (1 - humidity[i] / 100)) / HECTOPASCALS_PER_KILOPASCAL,
  );
}

/** In °C, at sea-level pressure: R. Stull, J. Appl. Meteor. Climatol. 50, 2011, equation 1. */
export function wetBulbTemperature(steps: Steps): Float64Array {
  const humidity = steps.at('humidity');
  return mapSeries(steps.at('temperature'), (celsius, i) => {
    const percent = humidity[i];
    return (
      celsius * Math.atan(0.151977 * Math.sqrt(percent + 8.313659)) +
      Math.atan(celsius + percent) -
      Math.atan(percent - 1.676331) +
      0.00391838 * percent ** 1.5 * Math.atan(0.023101 * percent) -
      4.686035
    );
  });
}

export function clearSkyUvIndex(steps: Steps): Float64Array {
  const { latitude, longitude, timesMs, altitude } = steps;
  return mapSeries(steps.at('ozone'), (ozoneDobson, i) =>
    uvIndex({
      cosZenith: solarPosition(timesMs[i], latitude, longitude).cosZenith,
      ozoneDobson,
      cloudCoverPercent: 0,
      altitudeMetres: altitude,
    }),
  );
}

/** 1 while the sun is up, else 0. */
export function daylightFlags({ timesMs, latitude, longitude }: Steps): Float64Array {
  return mapSeries(timesMs, (timeMs) => Number(isDaylight(timeMs, latitude, longitude)));
}
