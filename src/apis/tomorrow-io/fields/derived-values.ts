import { liftPressure, mapSeries, rainMillimetres, roundHalfUp } from '../../../weather/meteo/index.js';
import { type Steps } from './steps.js';

/** Forms of precipitation; rain and snow may fall together. */
type WaterForm = 'rain' | 'snow' | 'freezingRain' | 'sleet';

/** Weather codes that determine the form, by their thousands digit. */
const FORMS_OF_CODES: Readonly<Record<number, WaterForm | undefined>> = { 6: 'freezingRain', 7: 'sleet' };
/** Tomorrow.io's number of the form by the thousands digit of the weather code; 0 is none. */
const TYPES_OF_CODES: Readonly<Record<number, number>> = { 4: 1, 5: 2, 6: 3, 7: 4 };
const THUNDERSTORM = 8;
/** The lowest UV index of each WHO category, except the first. */
const UV_CATEGORIES = [3, 6, 8, 11];

/** Computes the mm/h of water that falls in a form. */
export const intensityOf =
  (form: WaterForm) =>
  (steps: Steps): Float64Array =>
    steps.ofHours((hours) => {
      const codes = hours.at('weatherCode');
      const [snow, temperatures] = [hours.at('snowAccumulation'), hours.at('temperature')];
      return mapSeries(hours.at('precipitationIntensity'), (mm, i) => {
        const only = FORMS_OF_CODES[Math.floor(codes[i] / 1000)];
        if (only) return only === form ? mm : 0 * mm;
        const rain = rainMillimetres(mm, snow[i], temperatures[i]);
        return form === 'rain' ? rain : form === 'snow' ? mm - rain : 0 * mm;
      });
    });

/** Computes the mm of water that falls in a form during the step. */
export const amountOf =
  (form: WaterForm) =>
  (steps: Steps): Float64Array =>
    mapSeries(intensityOf(form)(steps), (rate) => rate * steps.amountHours);

/** Computes the depth of a form on the ground, which is unknown (NaN) unless none of it falls. */
export const depthOf =
  (form: WaterForm) =>
  (steps: Steps): Float64Array =>
    mapSeries(intensityOf(form)(steps), (rate) => (rate === 0 ? 0 : NaN));

export function newSnow(steps: Steps): Float64Array {
  return mapSeries(steps.at('snowAccumulation'), (mm) => mm * steps.amountHours);
}

/** Returns the type that the weather code names, NaN if that is unknown; a thunderstorm's is what most of its water is. */
export function precipitationType(steps: Steps): Float64Array {
  const [rain, snow] = [intensityOf('rain')(steps), intensityOf('snow')(steps)];
  const codes = steps.ofHours((hours) => hours.at('weatherCode'));
  return mapSeries(codes, (code, i) => {
    if (!(code > 0)) return NaN;
    const kind = Math.floor(code / 1000);
    if (kind !== THUNDERSTORM) return TYPES_OF_CODES[kind] ?? 0;
    if (Number.isNaN(rain[i] + snow[i])) return NaN;
    return snow[i] > rain[i] ? TYPES_OF_CODES[5] : TYPES_OF_CODES[4];
  });
}

/** Returns hPa at sea level, from the temperature and the dew point at the place. */
export function seaLevelPressure(steps: Steps): Float64Array {
  const [temperatures, dewPoints] = [steps.at('temperature'), steps.at('dewPoint')];
  return mapSeries(steps.at('pressureSurfaceLevel'), (hectopascals, i) =>
    liftPressure(hectopascals, temperatures[i], dewPoints[i], -steps.altitude),
  );
}

/** Returns the WHO category, from low (0) to extreme (4), of the index as served. */
export function uvHealthConcern(steps: Steps): Float64Array {
  return mapSeries(steps.at('uvIndex'), (uvIndex) =>
    Number.isNaN(uvIndex) ? NaN : UV_CATEGORIES.filter((least) => roundHalfUp(uvIndex, 0) >= least).length,
  );
}
