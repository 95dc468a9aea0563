import { type WrittenGrid } from './message-writer.js';

/** How a model's source writes its files, beyond what the model's facts tell. */
export interface MirrorLayout {
  grid: WrittenGrid;
  /** Amounts and averages begin anew after so many hours; Infinity where they count from the run's hour. */
  bucketHours: number;
  /** CCSDS in so many bits for each value, but for amounts and cloud; else in the precision of the fields. */
  ccsdsBits?: number;
}

/** The fields that messages are made of are of the globe; a regional model gets a window of them, in as many points. */
const ICON_EU_GRID: WrittenGrid = { ni: 1377, nj: 657, north: 70.5, west: -23.5, degrees: 0.0625 };
const GLOBAL_COLUMNS_OF_ICON_EU = 1440;

/** The grid of the globe on which fields are made for a layout. */
export function columnsRoundTheGlobe({ grid }: MirrorLayout): number {
  return grid === ICON_EU_GRID ? GLOBAL_COLUMNS_OF_ICON_EU : grid.ni;
}

export function layoutOf(model: string, degrees: number): MirrorLayout {
  const global = (west: number): WrittenGrid => {
    return { ni: 360 / degrees, nj: 180 / degrees + 1, north: 90, west, degrees };
  };
  if (model === 'icon-eu') return { grid: ICON_EU_GRID, bucketHours: Infinity, ccsdsBits: 16 };
  if (model === 'ifs' || model === 'aifs') return { grid: global(180), bucketHours: Infinity, ccsdsBits: 12 };
  return { grid: global(0), bucketHours: 6 };
}
