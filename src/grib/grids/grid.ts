import { type LatitudeLongitudeGrid } from './latitude-longitude-grid.js';
import { type UnsupportedGrid } from './unsupported-grid.js';

/** Where the values of a field lie. */
export type Grid = LatitudeLongitudeGrid | UnsupportedGrid;
