import { findMessage } from './find-message.js';
import { GribError } from './grib-error.js';
import { type Grid } from './grids/grid.js';
import { type Product } from './products/product.js';
import { readBitMap, specifiesBitMap } from './sections/bit-map-section.js';
import { type DataRepresentation, readDataRepresentation } from './sections/data-representation-section.js';
import { readGridDefinition } from './sections/grid-definition-section.js';
import { type Identification, readIdentification } from './sections/identification-section.js';
import { readIndicator } from './sections/indicator-section.js';
import { readProductDefinition } from './sections/product-definition-section.js';
import { type Section } from './sections/section.js';
import { readSections } from './sections/section-sequence.js';

/** One field: the values of one parameter, at one level and step, on one grid. */
export interface GribField {
  /** WMO code table 0.0: 0 meteorological, 2 land surface, 10 oceanographic products. */
  discipline: number;
  /** Common code table C-11: 7 is NCEP, 98 ECMWF. */
  centre: number;
  referenceTime: Date;
  product: Product;
  grid: Grid;
  packing: {
    /** WMO code table 5.0. */
    template: number;
    /** value = referenceValue + packed number * quantum, both in the field's unit. */
    referenceValue: number;
    quantum: number;
    bitsPerValue: number;
  };
  /**
   * Decodes the values. Templates 5.40 and 5.41 need a library: await loadPacking() first.
   * @param target array to use instead of a new one, with one entry per grid point
   * @returns the array in file order, one value per grid point in the field's unit, NaN where missing
   * @throws {GribError} if the packed data are malformed; a GribNotSupportedError for unknown packings and bit maps
   */
  decode(target?: Float64Array): Float64Array;
  /** Like `decode`, but returns the packed numbers: value = referenceValue + number * quantum. */
  decodeNumbers(target?: Float64Array): Float64Array;
}

/**
 * Reads every field of every GRIB2 message in a buffer, without decoding the values.
 * Fields with an unknown code (of a grid, a product, a packing) are listed as well; using the unknown part throws a
 * GribNotSupportedError.
 * Source: WMO Manual on Codes (WMO-No. 306), Volume I.2, FM 92 GRIB edition 2.
 * @param bytes complete messages, with anything but messages before, between and after them; the fields keep a
 *   reference to it
 * @throws {GribError} if there is no message in it, or one is malformed
 */
export function readFields(bytes: Uint8Array): GribField[] {
  if (bytes.length === 0) throw new GribError('Section 0: there is no message in 0 bytes');
  const fields: GribField[] = [];
  // Without any message, the reader of the indicator says what is there instead.
  let offsetBytes: number | undefined = findMessage(bytes, 0) ?? 0;
  while (offsetBytes !== undefined) {
    const { discipline, messageBytes } = readIndicator(bytes, offsetBytes);
    const sections = readSections(bytes, offsetBytes, messageBytes);
    fields.push(...readMessage(discipline, sections));
    offsetBytes = findMessage(bytes, offsetBytes + messageBytes);
  }
  return fields;
}

/** Reads the fields of one message. Each section 7 completes a field, with the latest of each section before it. */
function readMessage(discipline: number, sections: Iterable<Section>): GribField[] {
  const fields: GribField[] = [];
  let identification!: Identification;
  let grid!: Grid;
  let product!: Product;
  let representation!: DataRepresentation;
  let bitMap!: Section;
  let specifiedBitMap: Section | undefined;
  for (const section of sections) {
    switch (section.number) {
      case 1:
        identification = readIdentification(section);
        break;
      case 3:
        grid = readGridDefinition(section);
        break;
      case 4:
        product = readProductDefinition(section, identification.referenceTime);
        break;
      case 5:
        representation = readDataRepresentation(section);
        break;
      case 6:
        bitMap = section;
        if (specifiesBitMap(section)) specifiedBitMap = section;
        break;
      case 7: {
        const { packing } = representation;
        const decode = decoder(grid.pointCount, representation, bitMap, specifiedBitMap, section);
        fields.push({
          discipline,
          ...identification,
          product,
          grid,
          packing,
          decode: (target) => decode(target, 'unpack'),
          decodeNumbers: (target) => decode(target, 'unpackNumbers'),
        });
      }
    }
  }
  return fields;
}

function decoder(
  pointCount: number,
  { packing, valueCount }: DataRepresentation,
  bitMapSection: Section,
  specifiedBitMap: Section | undefined,
  data: Section,
): (target: Float64Array | undefined, unpack: 'unpack' | 'unpackNumbers') => Float64Array {
  return (target, unpack) => {
    const bitMap = readBitMap(bitMapSection, specifiedBitMap, pointCount);
    const presentCount = bitMap ? bitMap.countPresent() : pointCount;
    if (presentCount !== valueCount) {
      throw data.error(`section 5 gives it ${valueCount} values, but ${presentCount} grid points have one`);
    }
    const values = packing[unpack](data, valueCount, () => target ?? new Float64Array(pointCount));
    bitMap?.spread(values, valueCount);
    return values;
  };
}
