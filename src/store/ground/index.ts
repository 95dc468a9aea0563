export { type SharedTiles, sharedTiles } from './shared-tiles.js';
export { DamagedTileError, OCEAN, type TileCodes, encodeTile, isWholeTile } from './tile-file.js';
export { TileFolder } from './tile-folder.js';
