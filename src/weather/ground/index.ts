export { type KnownTile, groundHeight } from './ground-height.js';
export {
  GROUND_ATTRIBUTION,
  type GroundTile,
  MOST_TILE_COLUMNS,
  TILE_ROWS,
  type TileCorner,
  tileName,
  tilePath,
} from './ground-tile.js';
