import type { KnownStation } from '../../observations/index.js';
import { PARTS, partOfTile, tileOf } from '../store/tiles.js';

export interface PlacedStation extends KnownStation {
  readonly tile: number;
}

/** Returns the stations of each part, by ID. */
export function partsOf(stations: Iterable<KnownStation>): PlacedStation[][] {
  const parts = Array.from({ length: PARTS }, (): PlacedStation[] => []);
  for (const station of stations) {
    const tile = tileOf(station.lat, station.lon);
    parts[partOfTile(tile)].push({ ...station, tile });
  }
  return parts.map((part) => part.sort((one, other) => (one.id < other.id ? -1 : 1)));
}
