import { readFileSync } from 'node:fs';
import { brotliDecompressSync } from 'node:zlib';
import { locate } from '../../store/read/index.js';
import type { StoreGrid } from '../../store/format/index.js';
import { ClimatologyPoint, MONTHS } from './climatology-point.js';
import { CLIMATOLOGY_SCALES, type ClimatologyVariable } from '../../weather/meteo/index.js';

const GRID: StoreGrid = {
  ni: 72,
  nj: 36,
  latitudeFirst: 87.5,
  longitudeFirst: 2.5,
  latitudeIncrement: 5,
  longitudeIncrement: 5,
  wrapsLongitude: true,
};
const CELLS = GRID.ni * GRID.nj;

const GRIDDED = Object.keys(CLIMATOLOGY_SCALES) as (keyof typeof CLIMATOLOGY_SCALES)[];
const TERRAIN_OFFSET = GRIDDED.length * MONTHS * CELLS;
const OZONE_OFFSET = TERRAIN_OFFSET + CELLS;

const TEMPERATURE = GRIDDED.indexOf('temperature') * MONTHS;
/**
 * Where the source model had a dew point above the temperature, the data has the temperature instead. No air stays
 * saturated for a month, so a dew point within 0.1 K of the temperature counts as missing.
 */
const LEAST_DEPRESSION_CODES = 1;

let figures: Int16Array | undefined;

/** The resolution in degrees. */
export const CLIMATOLOGY_DEGREES = GRID.latitudeIncrement;

export const CLIMATOLOGY_ATTRIBUTION =
  'GPT3 (TU Wien; ERA-Interim 2001-2010); NCEP/NCAR Reanalysis 1 long-term averages 1991-2020 (NOAA PSL, public domain); ' +
  'zonal ozone climatology of WRF/CAM (public domain)';

/**
 * Returns the long-term monthly means at a point: bilinear between the centers of 5-degree cells, wrapping around in
 * longitude; between the outermost row and the pole, the values of that row. Ozone is zonal, and linear in latitude.
 * The dew point is NaN if any cell around the point lacks a plausible one.
 *
 * @param latitude -90..90 degrees
 * @param longitude -180..180 degrees east
 */
export function climatologyAt(latitude: number, longitude: number): ClimatologyPoint {
  const codes = (figures ??= unpack());
  const cells = locate(GRID, latitude, longitude);
  if (!cells) throw new RangeError(`not a location on Earth: ${latitude}, ${longitude}`);
  const sum = (code: (y: number, x: number) => number) =>
    cells.reduce((total, { y, x, weight }) => (weight > 0 ? total + weight * code(y, x) : total), 0);
  const months = (month: (month: number) => number) =>
    Float64Array.from({ length: MONTHS }, (_, i) => month(i));
  const monthlyMeans = (variable: ClimatologyVariable) => {
    if (variable === 'ozone') {
      return months((month) => sum((y) => codes[OZONE_OFFSET + month * GRID.nj + y]));
    }
    const first = GRIDDED.indexOf(variable) * MONTHS;
    const scale = CLIMATOLOGY_SCALES[variable];
    const code = (place: number, month: number) => codes[(first + month) * CELLS + place];
    const isPlausible = (place: number, month: number) =>
      variable !== 'dewPoint' ||
      codes[(TEMPERATURE + month) * CELLS + place] - code(place, month) > LEAST_DEPRESSION_CODES;
    return months(
      (month) =>
        scale *
        sum((y, x) => {
          const place = y * GRID.ni + x;
          return isPlausible(place, month) ? code(place, month) : NaN;
        }),
    );
  };
  return new ClimatologyPoint(
    sum((y, x) => codes[TERRAIN_OFFSET + y * GRID.ni + x]),
    monthlyMeans,
  );
}

/**
 * Little-endian int16: [variable][month][row from the north][column from 2.5° E], then the terrain in m, then the ozone
 * in DU [month][row].
 */
function unpack(): Int16Array {
  const bytes = brotliDecompressSync(readFileSync(new URL('./figures.i16.br', import.meta.url)));
  return new Int16Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
}
