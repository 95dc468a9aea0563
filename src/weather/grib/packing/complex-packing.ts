import { GribNotSupportedError } from '../grib-not-supported-error.js';
import { type Section } from '../sections/section.js';
import { paddedView } from './bit-reader.js';
import { GroupSequence, type GroupLayout } from './group-sequence.js';
import { GroupUnpacker } from './group-unpacker.js';
import { Scale } from './scale.js';
import { ScaledPacking } from './scaled-packing.js';
import { SpatialDifferencing } from './spatial-differencing.js';

/** Row by row, or general. Either way each group has its own length; ecCodes writes the first where all are missing. */
const GROUP_SPLITTINGS = [0, 1];

/**
 * Templates 5.2 and 5.3 (complex packing): numbers in groups, each with its own reference, width and length; in 5.3 the
 * numbers are first or second differences. Codes of all ones stand for missing values if table 5.5 says so.
 */
export class ComplexPacking extends ScaledPacking {
  private readonly layout: GroupLayout;
  /** How many of the highest codes of a width mean a missing value: 0 none, 1 primary, 2 primary and secondary. */
  private readonly missingCodes: number;
  private readonly differencing: { order: number; octets: number };

  constructor(section: Section, template: 2 | 3) {
    section.requireLength(template === 2 ? 47 : 49);
    super(template, Scale.read(section, false));
    const splitting = section.unsigned(22, 1);
    if (!GROUP_SPLITTINGS.includes(splitting)) throw new GribNotSupportedError('5.4', splitting);
    this.missingCodes = section.unsigned(23, 1);
    if (this.missingCodes > 2) throw new GribNotSupportedError('5.5', this.missingCodes);
    this.layout = readLayout(section, this.scale.bits);
    this.differencing = template === 3 ? readDifferencing(section) : { order: 0, octets: 0 };
  }

  protected unpackWith(
    scale: Scale,
    data: Section,
    valueCount: number,
    room: () => Float64Array,
  ): Float64Array {
    const { layout, missingCodes } = this;
    // NCEP's g2 library writes a constant field without any groups, and leaves section 7 empty.
    if (layout.count === 0) return this.constantField(scale, valueCount, room);
    const { order, octets } = this.differencing;
    const differencing = SpatialDifferencing.read(data, order, octets);
    const packed = data.bytesFrom(6 + differencing.lengthOctets);
    const view = paddedView(packed);
    const groups = new GroupSequence(view, packed.length * 8, layout, data);
    if (layout.count > Math.max(valueCount, 1))
      throw data.error(`it has ${layout.count} groups for ${valueCount} values`);
    const values = room();
    const unpacker = new GroupUnpacker(view, groups.dataBits, values, scale, differencing, missingCodes);
    let unpacked = 0;
    while (groups.next()) {
      unpacked += groups.length;
      if (unpacked > valueCount) break;
      unpacker.unpack(groups.reference, groups.width, groups.length);
    }
    if (unpacked !== valueCount) throw data.error(`its groups do not add up to ${valueCount} values`);
    return values;
  }
}

function readLayout(section: Section, referenceBits: number): GroupLayout {
  return {
    count: section.unsigned(32, 4),
    referenceBits,
    widthReference: section.unsigned(36, 1),
    widthBits: section.unsigned(37, 1),
    lengthReference: section.unsigned(38, 4),
    lengthIncrement: section.unsigned(42, 1),
    lastLength: section.unsigned(43, 4),
    lengthBits: section.unsigned(47, 1),
  };
}

function readDifferencing(section: Section): { order: number; octets: number } {
  // ecCodes writes 0, which the table reserves, unless it is told otherwise: the numbers are no differences then.
  const order = section.unsigned(48, 1);
  if (order > 2) throw new GribNotSupportedError('5.6', order);
  return { order, octets: section.unsigned(49, 1) };
}
