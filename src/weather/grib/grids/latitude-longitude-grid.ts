import { type Section } from '../sections/section.js';
import { ScanningMode } from './scanning-mode.js';

/** WMO regulation 92.1.5: all bits set to one mark a missing value. */
const MISSING = 0xffffffff;

const MICRODEGREES = 1e6;

/**
 * A regular latitude/longitude grid (WMO grid definition template 3.0), described from its northwest corner whatever
 * the order of points in the file.
 */
export class LatitudeLongitudeGrid {
  readonly kind = 'latitude-longitude';
  /** Points per row. */
  readonly ni: number;
  /** Number of rows. */
  readonly nj: number;
  readonly pointCount: number;
  /** Northernmost latitude, in degrees. */
  readonly latitudeFirst: number;
  /** Westernmost longitude in degrees, as given in the file: usually 0 to 360, negative in some files. */
  readonly longitudeFirst: number;
  /** Degrees between rows, positive; 0 if there is only one. */
  readonly latitudeIncrement: number;
  /** Degrees between the points of a row, positive; 0 if there is only one. */
  readonly longitudeIncrement: number;
  /** Whether the grid spans the globe, so that the westernmost point follows the easternmost one. */
  readonly wrapsLongitude: boolean;
  private readonly scanningMode: ScanningMode;

  /** Reads section 3 of template 3.0. Throws a GribError if its values contradict each other. */
  constructor(section: Section) {
    this.pointCount = section.unsigned(7, 4);
    this.ni = section.unsigned(31, 4);
    this.nj = section.unsigned(35, 4);
    if (this.ni * this.nj !== this.pointCount || this.pointCount === 0) {
      throw section.error(`${this.ni} by ${this.nj} points are not ${this.pointCount} points`);
    }
    this.scanningMode = new ScanningMode(section.unsigned(72, 1));
    const unitsPerDegree = readUnitsPerDegree(section);
    const { north, south, west, east } = readCorners(section, this.scanningMode, unitsPerDegree);
    if (north > 90 || south < -90 || north < south || (north === south && this.nj > 1)) {
      throw section.error(`${this.nj} rows cannot run from ${north} to ${south} degrees`);
    }
    if (Math.abs(west) > 360) throw section.error(`it begins at longitude ${west}`);
    this.latitudeFirst = north;
    this.longitudeFirst = west;
    // The corners give exact increments; octets 64 to 71 round a third or a sixth of a degree.
    this.latitudeIncrement = this.nj === 1 ? 0 : (north - south) / (this.nj - 1);
    this.longitudeIncrement = this.ni === 1 ? 0 : degreesEastwards(west, east) / (this.ni - 1);
    this.wrapsLongitude = Math.abs(this.ni * this.longitudeIncrement - 360) < this.longitudeIncrement / 2;
    checkIncrement(section, 64, this.longitudeIncrement, unitsPerDegree);
    checkIncrement(section, 68, this.latitudeIncrement, unitsPerDegree);
  }

  /**
   * Reorders a field's values from file order into rows from north to south, each from west to east.
   * @param values one per point, as returned by the field's decode()
   * @returns a new array, or the given one if it is already in that order
   */
  toNorthWestOrder(values: Float64Array): Float64Array {
    return this.scanningMode.toNorthWestOrder(values, this.ni, this.nj);
  }
}

/** Octets 39 to 46: angles are in units of basic angle / subdivisions, 10^-6 degrees by default. */
function readUnitsPerDegree(section: Section): number {
  const basicAngle = section.unsigned(39, 4);
  const subdivisions = section.unsigned(43, 4);
  if (basicAngle === 0 || basicAngle === MISSING) return MICRODEGREES;
  if (subdivisions === 0 || subdivisions === MISSING)
    throw section.error('its basic angle is not subdivided');
  return subdivisions / basicAngle;
}

function readCorners(
  section: Section,
  { northwards, westwards }: ScanningMode,
  unitsPerDegree: number,
): { north: number; south: number; west: number; east: number } {
  const [latitude1, longitude1, latitude2, longitude2] = [47, 51, 56, 60].map(
    (octet) => section.signed(octet, 4) / unitsPerDegree,
  );
  return {
    north: northwards ? latitude2 : latitude1,
    south: northwards ? latitude1 : latitude2,
    west: westwards ? longitude2 : longitude1,
    east: westwards ? longitude1 : longitude2,
  };
}

/** Returns the degrees from one meridian eastward to another: above 0, up to 360. */
function degreesEastwards(west: number, east: number): number {
  const turn = (east - west) % 360;
  return turn > 0 ? turn : turn + 360;
}

/** Throws unless an increment given in the section agrees with its corners, within rounding. */
function checkIncrement(section: Section, octet: 64 | 68, increment: number, unitsPerDegree: number): void {
  const isGiven = (section.unsigned(55, 1) & (octet === 64 ? 0x20 : 0x10)) !== 0;
  const units = section.unsigned(octet, 4);
  if (!isGiven || units === MISSING || increment === 0) return;
  const given = units / unitsPerDegree;
  if (Math.abs(given - increment) > 2 / unitsPerDegree) {
    throw section.error(
      `its points are ${increment} degrees apart by its corners, ${given} by its increment`,
    );
  }
}
