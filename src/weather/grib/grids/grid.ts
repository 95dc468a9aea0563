import { type LatitudeLongitudeGrid } from './latitude-longitude-grid.js';
import { type UnsupportedGrid } from './unsupported-grid.js';

/** The grid of a field's values. */
export type Grid = LatitudeLongitudeGrid | UnsupportedGrid;
