import {
  FLASHES_PER_STORM,
  INHIBITION_SCALE,
  LEAST_PRECIPITATION_MM,
  NEARBY_KM,
  STABLE_LIFTED_INDEX_K,
} from '../meteo/precipitation/lightning-probability.js';
import { type MetricName } from '../meteo/metrics.js';
import { MEASURABLE_MM } from '../meteo/precipitation/measurable.js';
import {
  DRY_HOUR_PERCENT,
  HEAVY_HOUR_PERCENT,
  NEIGHBOURHOOD_RADIUS,
  wetHoursOf,
  WET_HOUR_PERCENT,
} from '../meteo/precipitation/precipitation-probability.js';
import { snowDepthRatio } from '../meteo/precipitation/new-snow.js';
import { LAPSE_RATE_K_PER_M } from '../meteo/air/terrain-correction.js';
import { ALTITUDE_GAIN_PER_KM, CLOUD_TRANSMISSION } from '../meteo/sun/uv-index.js';

const rows = 2 * NEIGHBOURHOOD_RADIUS + 1;
const lapse = LAPSE_RATE_K_PER_M * 1000;
const clouds = CLOUD_TRANSMISSION.map(({ coverPercent, share }) => `${share} at ${coverPercent} %`).join(
  ', ',
);

const percent = (share: number) => Math.round(100 * share);
const ratio = (celsius: number) => snowDepthRatio(celsius).toFixed(1);

/** How each metric is calculated when a weather model is the source; HTML. */
export const METRIC_METHODS: Record<MetricName, string> = {
  temperature: `The model's temperature at 2 m. With <code>elevation</code>: ${lapse} K colder per kilometer above the model's terrain.`,
  temperatureApparent: `The model's value, or T + 0.33 e − 0.70 v − 4.00 (Steadman) if it has none, with the vapor pressure e in hPa and the wind v in m/s. With <code>elevation</code>, it changes by this formula.`,
  dewPoint: `The model's value, or from temperature and humidity (Magnus, 17.625 and 243.04 °C) if it has none. With <code>elevation</code>, it falls like the temperature. Never above the temperature.`,
  humidity: `The model's value. With <code>elevation</code>, it changes with the vapor pressures of dew point and temperature.`,
  windSpeed: 'The length of the wind vector at 10 m, whose two components are interpolated separately.',
  windDirection: 'The direction the wind comes from; 0 if calm.',
  windGust: `The model's value, or the wind speed if that is higher.`,
  pressureSurfaceLevel: `The model's pressure at its terrain. With <code>elevation</code>: the hydrostatic equation with the virtual temperature of the air in between, whose temperature and dew point fall with height.`,
  precipitationIntensity: `The amount that the model accumulates between two steps, divided evenly over the hours between them, so the hours add up to the model's amount.`,
  precipitationProbability: `An estimate, not calibrated, of the probability of measurable precipitation: at least ${MEASURABLE_MM.rain} mm in the hour. It starts from the share of wet grid points in the step, among the ${rows} × ${rows} around the nearest one, averaged over the run and earlier stored runs that cover the hour (the n-th run counts 1/n). In steps longer than an hour only some hours are wet, so the share counts ${percent(wetHoursOf(3))} % in 3-hour steps and ${percent(wetHoursOf(6))} % in 6-hour steps. If the run itself has measurable precipitation at the location in that hour, the probability is at least ${WET_HOUR_PERCENT} % + ${HEAVY_HOUR_PERCENT} % · I / (I + 1 mm/h); otherwise it is at most ${DRY_HOUR_PERCENT} %.`,
  snowAccumulation: `The hour's precipitation × its frozen share × the snow-to-liquid ratio if the type is snow, else 0. The ratio depends on the temperature: ${ratio(0)} at 0 °C, ${ratio(-5)} at −5 °C, ${ratio(-15)} at −15 °C (Hedstrom and Pomeroy; above freezing Pomeroy and Gray). Settling, melting and drifting aren't included.`,
  weatherCode:
    'Derived from the returned values in metric units, so it never contradicts them. See <a href="#codes">Weather codes</a>.',
  cloudCover: `The model's total cloud cover at the hour or, if it has only that, its average over the step. It can be low even when there is precipitation: the weather code then names the precipitation.`,
  visibility: `The model's value, at most 24.1 km or 15 miles.`,
  uvIndex: `12.5 · μ<sup>2.42</sup> · (ozone / 300 DU)<sup>−1.23</sup> (Madronich), with μ the cosine of the solar zenith angle at the hour; ${ALTITUDE_GAIN_PER_KM * 100} % more per kilometer of altitude; times the share that clouds let through: ${clouds}, linear in between. Snow on the ground and aerosols aren't included.`,
  ozone: `The model's total column ozone.`,
  soilMoisture: `The model's water content of the top 10 cm, from grid points on land only; null if none around the location is on land.`,
  lightningProbability: `An estimate, not calibrated. The expected flashes within ${NEARBY_KM} km in the hour are 1.3 · 10<sup>−11</sup> per joule × CAPE × precipitation (Romps; at least ${LEAST_PRECIPITATION_MM} mm) × area, × exp(CIN / ${INHIBITION_SCALE} J/kg), and drop to none as the lifted index rises from 0 to ${STABLE_LIFTED_INDEX_K} K. Each storm has ${FLASHES_PER_STORM} flashes; the value is the probability of at least one storm (Poisson), and never above the precipitation probability.`,
};
