export { type SharedTiles, sharedTiles } from './shared-tiles.js';
export { OCEAN, type TileCodes, encodeTile, isWholeTile } from './tile-file.js';
export { TileFolder } from './tile-folder.js';
