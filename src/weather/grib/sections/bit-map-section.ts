import { GribNotSupportedError } from '../grib-not-supported-error.js';
import { type Section } from './section.js';

const FIRST_BIT_MAP_OCTET = 7;

/** WMO code table 6.0. */
const INDICATOR = { specified: 0, lastSpecified: 254, none: 255 };

/** Which points of the grid have a value in section 7. */
export class BitMap {
  constructor(
    private readonly octets: Uint8Array,
    private readonly pointCount: number,
  ) {}

  countPresent(): number {
    let count = 0;
    for (let point = 0; point < this.pointCount; point++) {
      count += (this.octets[point >>> 3] >>> (7 - (point & 7))) & 1;
    }
    return count;
  }

  /**
   * Moves the values at the front of the array to the points that have one, in place; the others become NaN. Runs
   * backwards, so that no value is overwritten before it has moved.
   */
  spread(values: Float64Array, valueCount: number): void {
    let next = valueCount - 1;
    for (let point = this.pointCount - 1; point >= 0; point--) {
      const present = this.octets[point >>> 3] & (0x80 >>> (point & 7));
      values[point] = present ? values[next--] : NaN;
    }
  }
}

/** Whether section 6 contains a bit map, which later fields of the message may refer to. */
export function specifiesBitMap(section: Section): boolean {
  return section.unsigned(6, 1) === INDICATOR.specified;
}

/**
 * Reads section 6.
 * @param lastSpecified the last section 6 of the message that contained a bit map, for indicator 254
 * @returns undefined if every point has a value
 */
export function readBitMap(
  section: Section,
  lastSpecified: Section | undefined,
  pointCount: number,
): BitMap | undefined {
  const indicator = section.unsigned(6, 1);
  if (indicator === INDICATOR.none) return undefined;
  if (indicator !== INDICATOR.specified && indicator !== INDICATOR.lastSpecified) {
    throw new GribNotSupportedError('6.0', indicator);
  }
  if (!lastSpecified) throw section.error('it refers to an earlier bit map, and the message has none');
  const octets = lastSpecified.bytesFrom(FIRST_BIT_MAP_OCTET);
  if (octets.length * 8 < pointCount) {
    throw section.error(`its bit map has ${octets.length} octets for ${pointCount} grid points`);
  }
  return new BitMap(octets, pointCount);
}
