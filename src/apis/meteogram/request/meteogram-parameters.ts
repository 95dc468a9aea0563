import { PARAMETERS, knownNames } from '../../../forecast/index.js';
import { THEMES } from '../drawing/paint.js';

export const HOURS = { type: 'integer', minimum: 6, maximum: 240, default: 48 } as const;
export const WIDTH = { type: 'integer', minimum: 320, maximum: 1200, default: 600 } as const;
export const SCALES = ['1', '2', '3'] as const;
/** A PNG cannot follow the reader's settings. */
export const PNG_THEMES = THEMES.filter((theme) => theme !== 'auto');

/** The parameters that mean the same as in a forecast request. */
export const SHARED = [
  'lat',
  'lon',
  'place',
  'elevation',
  'units',
  'timezone',
  'startTime',
  'source',
  'correction',
] as const;

const otherNames = {
  ...Object.fromEntries(SHARED.map((name) => [name, PARAMETERS[name].otherNames])),
  hours: ['forecasthours', 'days', 'length'],
  width: ['size', 'w'],
  theme: ['colorscheme', 'mode'],
  apikey: ['appid', 'key', 'token', 'accesskey'],
};

export const KNOWN_OF_SVG = knownNames(otherNames);
export const KNOWN_OF_PNG = knownNames({ ...otherNames, scale: ['dpr', 'zoom', 'density'] });
