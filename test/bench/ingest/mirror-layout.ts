import { type WrittenGrid } from './message-writer.js';

/** How a model's source writes its files, beyond what the model's facts tell. */
export interface MirrorLayout {
  grid: WrittenGrid;
  /** Amounts and averages begin anew after so many hours; Infinity where they count from the run's hour. */
  bucketHours: number;
  /** CCSDS in so many bits for each value; else in the precision of the fields. */
  ccsdsBits?: { amounts: number; cloud: number; others: number };
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
  const ofEcmwf = { grid: global(180), bucketHours: Infinity };
  switch (model) {
    case 'icon-eu':
      return { grid: ICON_EU_GRID, bucketHours: Infinity, ccsdsBits: { amounts: 16, cloud: 16, others: 16 } };
    // As in real messages of IFS and as large as those in a real index of AIFS.
    case 'ifs':
      return { ...ofEcmwf, ccsdsBits: { amounts: 16, cloud: 8, others: 12 } };
    case 'aifs':
      return { ...ofEcmwf, ccsdsBits: { amounts: 16, cloud: 16, others: 12 } };
    default:
      return { grid: global(0), bucketHours: 6 };
  }
}
