export { parseEcmwfIndex } from './ecmwf-index.js';
export { GribNotSupportedError } from './grib-not-supported-error.js';
export type { Grid } from './grids/grid.js';
export { LatitudeLongitudeGrid } from './grids/latitude-longitude-grid.js';
export { type InventoryRecord, parseInventory } from './inventory.js';
export { loadPacking } from './load-packing.js';
export { type GribField, readFields } from './message.js';
export type { Product } from './products/product.js';
export { INDICATOR_BYTES, readIndicator } from './sections/indicator-section.js';
