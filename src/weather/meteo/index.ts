export { apparentTemperature } from './air/apparent-temperature.js';
export { dewPoint, relativeHumidity, saturationVapourPressure, wetBulb } from './air/humidity.js';
export { liftHumidity, liftPressure, liftTemperature } from './air/terrain-correction.js';
export { CALM_MS, windDirection, windSpeed } from './air/wind.js';
export { CLIMATOLOGY_SCALES, type ClimatologyVariable } from './climatology-variables.js';
export { DECIDING_DECIMALS } from './deciding-decimals.js';
export { MEMBER_STATISTICS, type MemberStatistics, keptVariables } from './ensemble/member-statistics.js';
export { QUANTILE_PERCENTS, quantileOf, sortFirst } from './ensemble/quantiles.js';
export { interpolateLinear, interpolateMonotoneCubic } from './interpolation.js';
export { type Bounds, CODE_BOUNDS, boundsOf } from './physical-bounds.js';
export { MEASURABLE_MM } from './precipitation/measurable.js';
export { rainMillimetres, snowDepthRatio } from './precipitation/new-snow.js';
export {
  LEAST_BESIDE_WET_PERCENT,
  MOST_BESIDE_DRY_PERCENT,
  NEIGHBOURHOOD_RADIUS,
  wetHoursOf,
} from './precipitation/precipitation-probability.js';
export {
  FREEZING_TO_CELSIUS,
  OWN_TERRAIN_METRES,
  SNOW_BELOW_WET_BULB,
  SNOW_FROM_SHARE,
  precipitationForm,
} from './precipitation/precipitation-type.js';
export { roundHalfUp, toScaled } from './rounding.js';
export { hasGap, mapSeries, newSeries, noSeries, regularSeries } from './series.js';
export { type Spans, hourlyAmounts, hourlyMeans } from './spans.js';
export { solarPosition } from './sun/solar-position.js';
export { isDaylight, sunTimes } from './sun/sun-times.js';
export { uvIndex } from './sun/uv-index.js';
export {
  type UnitSystem,
  FAHRENHEIT_PER_KELVIN,
  celsiusToFahrenheit,
  celsiusToKelvin,
  kelvinToCelsius,
  millimetresToInches,
  pascalsToHectopascals,
} from './units.js';
export {
  CONSENSUS_LEADS,
  type ConsensusGroup,
  type Statistic,
  VARIABLES,
  VARIABLE_NAMES,
  type Variable,
  type VariableName,
  leadOf,
  remainderOf,
} from './variables.js';
export {
  CLOUD_THRESHOLDS,
  FOG_THRESHOLDS,
  PRECIPITATION_THRESHOLDS,
  THUNDERSTORM_FROM_PERCENT,
  type Threshold,
  weatherCode,
} from './weather-code.js';
export { SEVERITY_ORDER, WEATHER_CODES, type WeatherCode } from './weather-codes.js';
