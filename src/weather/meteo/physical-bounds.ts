import { type VariableName } from './variables.js';

/** The lowest and the highest value that is believed, both inclusive. */
export type Bounds = readonly [lowest: number, highest: number];

/** Whatever a packing or an interpolation adds to a value that has natural limits, in percent and parts of 1. */
const PERCENT: Bounds = [-5, 105];
const SHARE: Bounds = [-0.05, 1.05];

const TEMPERATURE: Bounds = [169, 345];
const WIND: Bounds = [-135, 135];
const SPEED: Bounds = [-1, 135];
const GUST: Bounds = [-1, 150];
/** In one hour; see boundsOf. */
const AMOUNT: Bounds = [-1, 591];

/**
 * What the values of a variable can be on Earth, in its unit: what was ever observed, with a margin, since the means of
 * grid cells are less extreme, but models have extremes of their own. Values outside are errors of the source.
 *
 * The records are those of the World Meteorological Organization (WMO World Weather and Climate Extremes Archive,
 * https://wmo.asu.edu), unless another source is named.
 */
const PHYSICAL_BOUNDS: Readonly<Record<VariableName, Bounds | undefined>> = {
  // -89.2 °C (Vostok, 1983) to 56.7 °C (Furnace Creek, 1913), and 15 K.
  temperature2m: TEMPERATURE,
  // The wind chill of the coldest air, and the 81 °C of the most humid (Dhahran, 2003); 20 K more.
  apparentTemperature2m: [120, 375],
  // To 35 °C (Dhahran, 2003), and 10 K. Models dry air out to almost nothing, where the dew point has no lower limit.
  dewPoint2m: [100, 318],
  // Supersaturation over ice reaches 160 % in the coldest air (Murphy and Koop, 2005).
  relativeHumidity2m: [-5, 170],
  // A gust of 113.2 m/s (Barrow Island, 1996), and a fifth more; a third more for gusts, which models parametrize.
  windU10m: WIND,
  windV10m: WIND,
  windGust: GUST,
  // About 310 hPa on Mount Everest in winter to 1,084.8 hPa (Tosontsengel, 2001), brought down to the Dead Sea; a tenth
  // less and 20 hPa more.
  surfacePressure: [28_000, 116_000],
  surfacePressureRemainder: undefined,
  precipitation: AMOUNT,
  precipitationRemainder: undefined,
  rainFlag: SHARE,
  snowFlag: SHARE,
  freezingRainFlag: SHARE,
  icePelletsFlag: SHARE,
  // GFS writes -50 where nothing falls.
  frozenPrecipitationPercent: [-55, 105],
  cloudCover: PERCENT,
  // Molecules alone scatter light so much that nothing is seen beyond about 300 km (Middleton, 1952).
  visibility: [-1, 400_000],
  // 73 DU (South Pole, 1994) to about 700 DU (Dobson's instruments in spring), and a half.
  totalOzone: [35, 1_050],
  soilMoisture: SHARE,
  // Soundings of 8,000 to 9,000 J/kg are the most that was seen; twice that.
  cape: [-100, 18_000],
  convectiveInhibition: [-10_000, 100],
  // From about -20 K in the most unstable air to 60 K above the ice caps; two thirds more.
  liftedIndex: [-35, 100],
  // From the shore of the Dead Sea to Mount Everest; spectral models add ripples.
  terrainHeight: [-700, 9_000],
  landMask: SHARE,
  precipitationProbability: PERCENT,
  temperature2mP10: TEMPERATURE,
  temperature2mP50: TEMPERATURE,
  temperature2mP90: TEMPERATURE,
  windSpeed10mP10: SPEED,
  windSpeed10mP50: SPEED,
  windSpeed10mP90: SPEED,
  windGustP10: GUST,
  windGustP50: GUST,
  windGustP90: GUST,
  precipitationP10: AMOUNT,
  precipitationP50: AMOUNT,
  precipitationP90: AMOUNT,
  cloudCoverP10: PERCENT,
  cloudCoverP50: PERCENT,
  cloudCoverP90: PERCENT,
};

/** Codes of a table (WMO code tables have one octet for each). */
export const CODE_BOUNDS: Bounds = [0, 255];

/**
 * The world's largest amounts of precipitation grow with their duration: 422 mm × hours^0.475 was above those of minutes
 * to years (Jennings, Monthly Weather Review 78, 1950; WMO-No. 168). The table has two fifths more, which leaves room
 * for what has fallen since: 4,936 mm in four days (Cratère Commerson, 2007).
 */
const GROWTH_OF_AMOUNTS = 0.475;

/**
 * Returns what the values of a variable can be; undefined for the part of a value that only makes another one precise.
 *
 * @param spanHours the length of the span that an amount covers
 */
export function boundsOf(variable: VariableName, spanHours = 1): Bounds | undefined {
  const bounds = PHYSICAL_BOUNDS[variable];
  if (bounds !== AMOUNT) return bounds;
  const [lowest, highest] = bounds;
  return [lowest, highest * Math.max(spanHours, 1) ** GROWTH_OF_AMOUNTS];
}
