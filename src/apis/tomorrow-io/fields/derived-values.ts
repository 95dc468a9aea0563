import {
  DECIDING_DECIMALS,
  liftPressure,
  mapSeries,
  rainMillimetres,
  roundHalfUp,
} from '../../../weather/meteo/index.js';
import { type Steps } from './steps.js';

/** Forms of precipitation; rain and snow may fall together. */
type WaterForm = 'rain' | 'snow' | 'freezingRain' | 'sleet';

/** As Tomorrow.io numbers them; 0 is none. */
const PRECIPITATION_TYPES = { rain: 1, snow: 2, freezingRain: 3, sleet: 4 } as const;
/** Weather codes that determine the form, by their thousands digit. */
const FORMS_OF_CODES: Readonly<Record<number, WaterForm | undefined>> = { 6: 'freezingRain', 7: 'sleet' };
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

/** Returns the predominant type; 0 if the intensity would be served as 0. */
export function precipitationType(steps: Steps): Float64Array {
  const forms = Object.keys(PRECIPITATION_TYPES) as WaterForm[];
  const shares = forms.map((form) => intensityOf(form)(steps));
  const { precipitationIntensity: decimals } = DECIDING_DECIMALS;
  return mapSeries(steps.at('precipitationIntensity'), (mm, i) => {
    if (Number.isNaN(mm)) return NaN;
    if (roundHalfUp(mm, decimals) === 0) return 0;
    // If something falls but its form is unknown, it must not count as rain.
    if (shares.some((share) => Number.isNaN(share[i]))) return NaN;
    const most = shares.reduce((best, share, form) => (share[i] > shares[best][i] ? form : best), 0);
    return PRECIPITATION_TYPES[forms[most]];
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
