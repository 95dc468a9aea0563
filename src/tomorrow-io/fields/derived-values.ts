import { liftPressure } from '../../meteo/air/terrain-correction.js';
import { DECIDING_DECIMALS } from '../../meteo/deciding-decimals.js';
import { rainMillimetres } from '../../meteo/precipitation/new-snow.js';
import { roundHalfUp } from '../../meteo/rounding.js';
import { mapSeries } from '../../meteo/series.js';
import { type Steps } from './steps.js';

/** What precipitation can be, besides rain and snow that fall together. */
type WaterForm = 'rain' | 'snow' | 'freezingRain' | 'sleet';

/** As Tomorrow.io numbers them; 0 is none. */
const PRECIPITATION_TYPES = { rain: 1, snow: 2, freezingRain: 3, sleet: 4 } as const;
/** The families of our codes that say what falls, by their thousands. */
const FORMS_OF_CODES: Readonly<Record<number, WaterForm | undefined>> = { 6: 'freezingRain', 7: 'sleet' };
/** The least UV index of each category of the WHO but the lowest one. */
const UV_CATEGORIES = [3, 6, 8, 11];

/** mm/h of water that falls as a form. */
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

/** mm of it in the step. */
export const amountOf =
  (form: WaterForm) =>
  (steps: Steps): Float64Array =>
    mapSeries(intensityOf(form)(steps), (rate) => rate * steps.amountHours);

/** The depth of what a form leaves on the ground is not known, unless there is none of it. */
export const depthOf =
  (form: WaterForm) =>
  (steps: Steps): Float64Array =>
    mapSeries(intensityOf(form)(steps), (rate) => (rate === 0 ? 0 : NaN));

export function newSnow(steps: Steps): Float64Array {
  return mapSeries(steps.at('snowAccumulation'), (mm) => mm * steps.amountHours);
}

/** Of what would be served as nothing it is none. */
export function precipitationType(steps: Steps): Float64Array {
  const forms = Object.keys(PRECIPITATION_TYPES) as WaterForm[];
  const shares = forms.map((form) => intensityOf(form)(steps));
  const { precipitationIntensity: decimals } = DECIDING_DECIMALS;
  return mapSeries(steps.at('precipitationIntensity'), (mm, i) => {
    if (Number.isNaN(mm)) return NaN;
    if (roundHalfUp(mm, decimals) === 0) return 0;
    // Where something falls, and what it is isn't known, it isn't rain.
    if (shares.some((share) => Number.isNaN(share[i]))) return NaN;
    const most = shares.reduce((best, share, form) => (share[i] > shares[best][i] ? form : best), 0);
    return PRECIPITATION_TYPES[forms[most]];
  });
}

/** hPa at the level of the sea, by the temperature and the dew point at the place. */
export function seaLevelPressure(steps: Steps): Float64Array {
  const [temperatures, dewPoints] = [steps.at('temperature'), steps.at('dewPoint')];
  return mapSeries(steps.at('pressureSurfaceLevel'), (hectopascals, i) =>
    liftPressure(hectopascals, temperatures[i], dewPoints[i], -steps.altitude),
  );
}

/** The categories of the WHO from low (0) to extreme (4), of the index as it is served. */
export function uvHealthConcern(steps: Steps): Float64Array {
  return mapSeries(steps.at('uvIndex'), (uvIndex) =>
    Number.isNaN(uvIndex) ? NaN : UV_CATEGORIES.filter((least) => roundHalfUp(uvIndex, 0) >= least).length,
  );
}
