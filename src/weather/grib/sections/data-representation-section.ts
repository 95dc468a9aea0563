import { type Packing } from '../packing/packing.js';
import { createPacking } from '../packing/packings.js';
import { type Section } from './section.js';

export interface DataRepresentation {
  /** Number of values in section 7: the points marked in the bit map, or all points of the grid. */
  valueCount: number;
  packing: Packing;
}

/** Reads section 5. */
export function readDataRepresentation(section: Section): DataRepresentation {
  return {
    valueCount: section.unsigned(6, 4),
    packing: createPacking(section.unsigned(10, 2), section),
  };
}
