import {
  FLASHES_PER_STORM,
  INHIBITION_SCALE,
  LEAST_PRECIPITATION_MM,
  NEARBY_KM,
  STABLE_LIFTED_INDEX_K,
} from '../meteo/lightning-probability.js';
import { type MetricName } from '../meteo/metrics.js';
import { MEASURABLE_MM } from '../meteo/measurable.js';
import {
  DRY_HOUR_PERCENT,
  HEAVY_HOUR_PERCENT,
  NEIGHBOURHOOD_RADIUS,
  wetHoursOf,
  WET_HOUR_PERCENT,
} from '../meteo/precipitation-probability.js';
import { snowDepthRatio } from '../meteo/new-snow.js';
import { LAPSE_RATE_K_PER_M } from '../meteo/terrain-correction.js';
import { ALTITUDE_GAIN_PER_KM, CLOUD_TRANSMISSION } from '../meteo/uv-index.js';

const rows = 2 * NEIGHBOURHOOD_RADIUS + 1;
const lapse = LAPSE_RATE_K_PER_M * 1000;
const clouds = CLOUD_TRANSMISSION.map(({ coverPercent, share }) => `${share} at ${coverPercent} %`).join(
  ', ',
);

const percent = (share: number) => Math.round(100 * share);
const ratio = (celsius: number) => snowDepthRatio(celsius).toFixed(1);

/** How each metric comes about when a weather model is the source; HTML. */
export const METRIC_METHODS: Record<MetricName, string> = {
  temperature: `The model's temperature at 2 m. With <code>elevation</code>: ${lapse} K colder for each kilometre above the model's terrain.`,
  temperatureApparent: `The model's own; where it has none T + 0.33 e − 0.70 v − 4.00 (Steadman), with e the vapour pressure in hPa and v the wind in m/s. With <code>elevation</code> it changes as this formula does.`,
  dewPoint: `The model's own; where it has none from temperature and humidity (Magnus, 17.625 and 243.04 °C). With <code>elevation</code> it falls as the temperature does. Never above the temperature.`,
  humidity: `The model's own. With <code>elevation</code> it changes with the vapour pressures of dew point and temperature.`,
  windSpeed:
    'The length of the vector of the two components at 10 m, which are interpolated each on its own.',
  windDirection: 'Where that vector comes from; 0 in a calm.',
  windGust: `The model's own, raised to the wind speed where it lies below.`,
  pressureSurfaceLevel: `The model's pressure on its terrain. With <code>elevation</code>: the hydrostatic equation over the virtual temperature of the air between, whose temperature and dew point fall with height.`,
  precipitationIntensity: `The amount that the model accumulates between two steps, divided evenly over the hours between them, so that the hours add up to what the model has.`,
  precipitationProbability: `An estimate, not calibrated, of the probability of measurable precipitation: at least ${MEASURABLE_MM.rain} mm in the hour. It starts from the share of the ${rows} × ${rows} grid points around the nearest one that are wet in the step, averaged over the run and the stored runs before it that have the hour (the n-th counts 1/n). Where a step is longer than an hour, only some of its hours are wet: the share counts ${percent(wetHoursOf(3))} % in steps of 3 hours and ${percent(wetHoursOf(6))} % in steps of 6. An hour in which the run itself has measurable precipitation at the place is at least ${WET_HOUR_PERCENT} % + ${HEAVY_HOUR_PERCENT} % · I / (I + 1 mm/h) probable; any other is at most ${DRY_HOUR_PERCENT} %.`,
  snowAccumulation: `The hour's precipitation × its frozen share × the ratio of depth to water, where the type is snow; else 0. The ratio follows from the temperature: ${ratio(0)} at 0 °C, ${ratio(-5)} at −5 °C, ${ratio(-15)} at −15 °C (Hedstrom and Pomeroy; above freezing Pomeroy and Gray). Settling, melting and drifting are left out.`,
  weatherCode:
    'Decided on the values as they are served in metric units, so that it cannot contradict them: see below.',
  cloudCover: `The model's cloud of all heights at the hour, or its mean over the span in which the hour lies where it has nothing else. It is the model's figure also where precipitation comes out of little cloud: the code then names the precipitation.`,
  visibility: `The model's own, cut off at 24.1 km or 15 miles.`,
  uvIndex: `12.5 · μ<sup>2.42</sup> · (ozone / 300 DU)<sup>−1.23</sup> (Madronich), with μ the cosine of the sun's zenith angle at the hour; ${ALTITUDE_GAIN_PER_KM * 100} % more for each kilometre of altitude; times the share that clouds let through: ${clouds}, linear between. Snow on the ground and aerosols are left out.`,
  ozone: `The model's column of ozone.`,
  soilMoisture: `The model's water in the uppermost 10 cm, of grid points on land alone; null where none of those around the place is land.`,
  lightningProbability: `An estimate, not calibrated. The expected flashes within ${NEARBY_KM} km in the hour are 1.3 · 10<sup>−11</sup> per joule × CAPE × precipitation (Romps; at least ${LEAST_PRECIPITATION_MM} mm) × area, × exp(CIN / ${INHIBITION_SCALE} J/kg), and fall to none as the lifted index rises from 0 to ${STABLE_LIFTED_INDEX_K} K. They come in storms of ${FLASHES_PER_STORM}; the probability is that of at least one storm (Poisson), and never above the probability of precipitation.`,
};
