import { GribNotSupportedError } from '../grib-not-supported-error.js';
import { type Section } from '../sections/section.js';
import { CcsdsPacking } from './ccsds/ccsds-packing.js';
import { ComplexPacking } from './complex-packing.js';
import { IeeePacking } from './ieee-packing.js';
import { Jpeg2000Packing } from './jpeg-2000/jpeg-2000-packing.js';
import { LogPacking } from './log-packing.js';
import { type Packing } from './packing.js';
import { PngPacking } from './png/png-packing.js';
import { SecondOrderPacking } from './second-order-packing.js';
import { SimplePacking } from './simple-packing.js';
import { UnsupportedPacking } from './unsupported-packing.js';

/** Supported packings, by template (WMO code table 5.0). */
const PACKINGS = new Map<number, (section: Section) => Packing>([
  [0, (section) => new SimplePacking(section)],
  [2, (section) => new ComplexPacking(section, 2)],
  [3, (section) => new ComplexPacking(section, 3)],
  [4, (section) => new IeeePacking(section)],
  [40, (section) => new Jpeg2000Packing(section)],
  [41, (section) => new PngPacking(section)],
  [42, (section) => new CcsdsPacking(section)],
  [61, (section) => new LogPacking(section)],
  [50_001, (section) => new SecondOrderPacking(section, 50_001)],
  [50_002, (section) => new SecondOrderPacking(section, 50_002)],
]);

/** Creates the packing that a section 5 describes. Throws a GribError if the section is malformed. */
export function createPacking(template: number, section: Section): Packing {
  const create = PACKINGS.get(template);
  if (!create) return new UnsupportedPacking(template, '5.0', template);
  try {
    return create(section);
  } catch (error) {
    if (!(error instanceof GribNotSupportedError)) throw error;
    return new UnsupportedPacking(template, error.table, error.value);
  }
}
