import { type WrittenGrid } from './message-writer.js';

/** How a model's source encodes its files, beyond the model's definition. */
export interface MirrorLayout {
  grid: WrittenGrid;
  /** Length of the buckets of accumulations and averages; Infinity if they count from the start of the run. */
  bucketHours: number;
  /** Bits per value with CCSDS packing; without it, fields keep their own precision. */
  ccsdsBits?: { amounts: number; cloud: number; others: number };
}

/** Source fields are global; a regional model gets a window of them with as many points as its own grid. */
const ICON_EU_GRID: WrittenGrid = { ni: 1377, nj: 657, north: 70.5, west: -23.5, degrees: 0.0625 };
const GLOBAL_COLUMNS_OF_ICON_EU = 1440;

/** Number of columns of the global grid on which a layout's fields are computed. */
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
    // As in real IFS messages; for AIFS, message sizes match those in a real index.
    case 'ifs':
      return { ...ofEcmwf, ccsdsBits: { amounts: 16, cloud: 8, others: 12 } };
    case 'aifs':
      return { ...ofEcmwf, ccsdsBits: { amounts: 16, cloud: 16, others: 12 } };
    default:
      return { grid: global(0), bucketHours: 6 };
  }
}
