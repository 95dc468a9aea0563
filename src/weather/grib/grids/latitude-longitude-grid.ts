import { type Section } from '../sections/section.js';
import { ScanningMode } from './scanning-mode.js';

/** WMO regulation 92.1.5: all bits set to one mark a missing value. */
const MISSING = 0xffffffff;

const MICRODEGREES = 1e6;

/** The coarsest precision to which programs round increments. */
const ROUNDED_DEGREES = 1e-3;

interface Corners {
  north: number;
  south: number;
  west: number;
  east: number;
}

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
    const corners = readCorners(section, this.scanningMode, unitsPerDegree);
    // The corners give exact increments; octets 64 to 71 round a third or a sixth of a degree.
    const rows = this.nj === 1 ? 0 : (corners.north - corners.south) / (this.nj - 1);
    const columns = this.ni === 1 ? 0 : degreesEastwards(corners.west, corners.east) / (this.ni - 1);
    this.latitudeIncrement = chooseIncrement(section, 68, rows, this.nj, unitsPerDegree);
    this.longitudeIncrement = chooseIncrement(section, 64, columns, this.ni, unitsPerDegree);
    const { north, south, west } = this.cornersFromFirst(corners, rows, columns);
    if (north > 90 || south < -90 || north < south || (north === south && this.nj > 1)) {
      throw section.error(`${this.nj} rows cannot run from ${north} to ${south} degrees`);
    }
    if (Math.abs(west) > 360) throw section.error(`it begins at longitude ${west}`);
    this.latitudeFirst = north;
    this.longitudeFirst = west;
    this.wrapsLongitude = Math.abs(this.ni * this.longitudeIncrement - 360) < this.longitudeIncrement / 2;
  }

  /** Returns the corners; those that the last point would give follow from the first one if it was not believed. */
  private cornersFromFirst(corners: Corners, rows: number, columns: number): Omit<Corners, 'east'> {
    const { northwards, westwards } = this.scanningMode;
    let { north, south, west } = corners;
    if (this.latitudeIncrement !== rows) {
      const height = (this.nj - 1) * this.latitudeIncrement;
      if (northwards) north = south + height;
      else south = north - height;
    }
    if (this.longitudeIncrement !== columns && westwards)
      west = corners.east - (this.ni - 1) * this.longitudeIncrement;
    return { north, south, west };
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
): Corners {
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

/**
 * Returns the increment that the corners give, unless the section gives another one that shows that its last point is
 * that of another grid, whole increments away: programs that crop a field may leave it as it was. The counts and the
 * first point are right then.
 *
 * @param octet where the section gives the increment
 * @param points the number of points along the axis
 * @throws {GribError} if the corners and the increment contradict each other in any other way
 */
function chooseIncrement(
  section: Section,
  octet: 64 | 68,
  byCorners: number,
  points: number,
  unitsPerDegree: number,
): number {
  const isGiven = (section.unsigned(55, 1) & (octet === 64 ? 0x20 : 0x10)) !== 0;
  const units = section.unsigned(octet, 4);
  if (!isGiven || units === MISSING || units === 0 || points === 1 || byCorners <= 0) return byCorners;
  const given = units / unitsPerDegree;
  const difference = Math.abs(given - byCorners);
  if (difference <= 2 / unitsPerDegree) return byCorners;
  const away = (difference * (points - 1)) / given;
  const isWhole = Math.abs(away - Math.round(away)) <= (2 * points) / units;
  if (isWhole && (points - 1) * given <= 360) return given;
  // Some programs round to thousandths of a degree.
  if (difference <= ROUNDED_DEGREES / 2) return byCorners;
  throw section.error(`its points are ${byCorners} degrees apart by its corners, ${given} by its increment`);
}
