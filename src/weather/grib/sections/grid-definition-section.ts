import { type Grid } from '../grids/grid.js';
import { LatitudeLongitudeGrid } from '../grids/latitude-longitude-grid.js';
import { UnsupportedGrid } from '../grids/unsupported-grid.js';
import { type Section } from './section.js';

/** WMO code table 3.0: the grid is defined by a template of this section. */
const DEFINED_BY_TEMPLATE = 0;
const LATITUDE_LONGITUDE_TEMPLATE = 0;
/** Bits 5 to 8 of flag table 3.4 shift rows or columns by half an increment. */
const STAGGERED_FLAGS = 0x0f;

/**
 * More points than any operational grid has. A constant field may cover them without a single octet of data, so only
 * this limit bounds what a malicious message can make the decoder allocate.
 */
const MAXIMUM_POINTS = 2 ** 25;

/** Reads section 3. */
export function readGridDefinition(section: Section): Grid {
  const pointCount = section.unsigned(7, 4);
  if (pointCount > MAXIMUM_POINTS) throw section.error(`${pointCount} points are too many`);
  const source = section.unsigned(6, 1);
  const template = section.unsigned(13, 2);
  const unsupported = (table: string, value: number) =>
    new UnsupportedGrid(template, pointCount, table, value);
  if (source !== DEFINED_BY_TEMPLATE) return unsupported('3.0', source);
  if (template !== LATITUDE_LONGITUDE_TEMPLATE) return unsupported('3.1', template);
  // An optional list of point counts means that the rows differ in length.
  if (section.unsigned(11, 1) !== 0) return unsupported('3.11', section.unsigned(12, 1));
  const scanningMode = section.unsigned(72, 1);
  if (scanningMode & STAGGERED_FLAGS) return unsupported('3.4', scanningMode);
  return new LatitudeLongitudeGrid(section);
}
