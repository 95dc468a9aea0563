/** How a stored value relates to time: at the step itself, or over a span that ends at the step. */
export type Statistic = 'instant' | 'mean' | 'amount' | 'maximum';

/** Variables that have the same weights in a consensus of models. */
export type ConsensusGroup = 'temperature' | 'wind' | 'pressure';

/**
 * What a stored variable means, independent of its source.
 *
 * - `unit`: the unit of the stored values, in UDUNITS notation.
 * - `space`: interpolation between grid points. `nearest` is for what has no meaningful mean (flags, and percentages
 *   with a marker value); `bilinear-land` leaves out sea cells and renormalizes the weights.
 * - `time`: interpolation between steps. `span` takes the value of the span that contains an hour, and divides an
 *   amount evenly over the span's hours. Statics do not change with time.
 * - `minimum`, `maximum`: the physical range, to which interpolated values are clamped.
 * - `remainder`: the variable that holds the precision beyond this one's codes, for sources that pack it that finely;
 *   the value is the sum of both.
 * - `isAmount`: an amount that falls on an area. On a coarser grid it is the mean over the cell, so that none of it is
 *   lost or counted twice; everything else is the state at the grid point.
 * - `with`: the variable whose model also supplies this one if several models are combined, so that related values come
 *   from one model.
 * - `orNext`: if that model lacks the variable, the next model that has it supplies it; otherwise it is derived, or
 *   missing.
 * - `handOver`: when the next model takes over where the preferred one ends: in the `middle` of the hours or cells over
 *   which the models' weights in a consensus fade; if absent, at the very end.
 * - `consensus`: set if the value is the weighted mean of the models that have it, where several are combined; the models
 *   of a group have the same weights.
 * - `plausibleMean`: the range of a field's mean on Earth, both regional and global. Values in another unit (°C for K,
 *   hPa for Pa, km for m, parts of 1 for percent) lie outside it.
 */
export interface Variable {
  unit: string;
  space: 'bilinear' | 'nearest' | 'bilinear-land';
  time: 'monotone-cubic' | 'linear' | 'span';
  minimum?: number;
  maximum?: number;
  remainder?: string;
  isAmount?: true;
  with?: string;
  orNext?: true;
  handOver?: 'middle';
  consensus?: ConsensusGroup;
  plausibleMean?: readonly [lowest: number, highest: number];
}

const air = { consensus: 'temperature' } as const;
const wind = { consensus: 'wind' } as const;
const weather = { with: 'precipitation', handOver: 'middle' } as const;
const convection = { with: 'cape', handOver: 'middle' } as const;
const flag = { unit: '1', space: 'nearest', time: 'span', minimum: 0, maximum: 1, ...weather } as const;
/** Definitions for the quantiles of ensemble members; see MEMBER_STATISTICS. */
const ofTemperature = { unit: 'K', space: 'bilinear', time: 'monotone-cubic' } as const;
const ofSpeed = { unit: 'm s-1', space: 'bilinear', time: 'monotone-cubic', minimum: 0 } as const;
const ofAmount = { unit: 'kg m-2', space: 'bilinear', time: 'span', minimum: 0 } as const;
const ofShare = { unit: '%', space: 'bilinear', time: 'monotone-cubic', minimum: 0, maximum: 100 } as const;

/** Everything the model store can hold. The order is the order of the variables in a stored record. */
export const VARIABLES = {
  temperature2m: { unit: 'K', space: 'bilinear', time: 'monotone-cubic', ...air, plausibleMean: [180, 330] },
  apparentTemperature2m: {
    unit: 'K',
    space: 'bilinear',
    time: 'monotone-cubic',
    plausibleMean: [160, 340],
  },
  dewPoint2m: {
    unit: 'K',
    space: 'bilinear',
    time: 'monotone-cubic',
    ...air,
    plausibleMean: [170, 310],
  },
  relativeHumidity2m: {
    unit: '%',
    space: 'bilinear',
    time: 'monotone-cubic',
    minimum: 0,
    maximum: 100,
    plausibleMean: [2, 110],
  },
  windU10m: { unit: 'm s-1', space: 'bilinear', time: 'monotone-cubic', ...wind, plausibleMean: [-60, 60] },
  windV10m: { unit: 'm s-1', space: 'bilinear', time: 'monotone-cubic', ...wind, plausibleMean: [-60, 60] },
  windGust: {
    unit: 'm s-1',
    space: 'bilinear',
    time: 'monotone-cubic',
    minimum: 0,
    ...wind,
  },
  // GFS packs it to 0.1 Pa, over a range of more than 50,000 Pa.
  surfacePressure: {
    unit: 'Pa',
    space: 'bilinear',
    time: 'monotone-cubic',
    minimum: 0,
    remainder: 'surfacePressureRemainder',
    consensus: 'pressure',
    plausibleMean: [40_000, 110_000],
  },
  surfacePressureRemainder: { unit: 'Pa', space: 'bilinear', time: 'monotone-cubic', minimum: 0 },
  // Means over the cells of a coarser grid do not lie on the source's lattice.
  precipitation: {
    unit: 'kg m-2',
    space: 'bilinear',
    time: 'span',
    minimum: 0,
    remainder: 'precipitationRemainder',
    isAmount: true,
    ...weather,
    plausibleMean: [0, 500],
  },
  precipitationRemainder: { unit: 'kg m-2', space: 'bilinear', time: 'span', minimum: 0 },
  rainFlag: flag,
  snowFlag: flag,
  freezingRainFlag: flag,
  icePelletsFlag: flag,
  // GFS writes -50 where nothing falls, so a mean over cells or steps would mix a marker with percentages.
  frozenPrecipitationPercent: { unit: '%', space: 'nearest', time: 'span', maximum: 100, ...weather },
  cloudCover: {
    unit: '%',
    space: 'bilinear',
    time: 'monotone-cubic',
    minimum: 0,
    maximum: 100,
    ...weather,
    orNext: true,
  },
  visibility: {
    unit: 'm',
    space: 'bilinear',
    time: 'linear',
    minimum: 0,
    ...weather,
    orNext: true,
    plausibleMean: [50, 200_000],
  },
  totalOzone: { unit: 'DU', space: 'bilinear', time: 'monotone-cubic', minimum: 0, plausibleMean: [50, 800] },
  soilMoisture: {
    unit: 'm3 m-3',
    space: 'bilinear-land',
    time: 'linear',
    minimum: 0,
    maximum: 1,
    plausibleMean: [0, 1],
  },
  cape: { unit: 'J kg-1', space: 'bilinear', time: 'linear', minimum: 0, ...convection },
  convectiveInhibition: { unit: 'J kg-1', space: 'bilinear', time: 'linear', maximum: 0, ...convection },
  liftedIndex: { unit: 'K', space: 'bilinear', time: 'linear', ...convection },
  terrainHeight: { unit: 'm', space: 'bilinear', time: 'linear' },
  landMask: { unit: '1', space: 'nearest', time: 'linear', minimum: 0, maximum: 1 },
  precipitationProbability: { unit: '%', space: 'bilinear', time: 'span', minimum: 0, maximum: 100 },
  temperature2mP10: ofTemperature,
  temperature2mP50: ofTemperature,
  temperature2mP90: ofTemperature,
  windSpeed10mP10: ofSpeed,
  windSpeed10mP50: ofSpeed,
  windSpeed10mP90: ofSpeed,
  windGustP10: ofSpeed,
  windGustP50: ofSpeed,
  windGustP90: ofSpeed,
  precipitationP10: ofAmount,
  precipitationP50: ofAmount,
  precipitationP90: ofAmount,
  cloudCoverP10: ofShare,
  cloudCoverP50: ofShare,
  cloudCoverP90: ofShare,
} as const satisfies Record<string, Variable>;

export type VariableName = keyof typeof VARIABLES;

/** Returns the variable that holds the remainder of another one, if it may have one. */
export function remainderOf(name: VariableName): VariableName | undefined {
  const { remainder }: Variable = VARIABLES[name];
  return remainder as VariableName | undefined;
}

/** Returns the variable whose model supplies another one if several models are combined. */
export function leadOf(name: VariableName): VariableName {
  const { with: lead = name }: Variable = VARIABLES[name];
  return lead as VariableName;
}

/** The variable that decides which models take part in a consensus. */
export const CONSENSUS_LEADS: Readonly<Record<ConsensusGroup, VariableName>> = {
  temperature: 'temperature2m',
  wind: 'windU10m',
  pressure: 'surfacePressure',
};

/** All variable names, in the order in which a record holds them. */
export const VARIABLE_NAMES = Object.keys(VARIABLES) as VariableName[];
