import { readFields } from '../../../../src/weather/grib/message.js';
import { fixture } from './fixtures.js';
import { message, newSection, type RawSection, sectionsOf, withOctets } from './message-surgery.js';

const [identification, grid, product, simple, noBitMap] = sectionsOf(fixture('tiny.grib2'));
const [, , , ccsds] = sectionsOf(fixture('tmp.ccsds.grib2'));
const [, , , secondOrder] = sectionsOf(fixture('tmp.second-order.grib2'));

/** Number of points of the tiny grid. */
export const POINTS = 12;

/** Returns unsigned numbers of one width as a string of zeros and ones. */
export function bits(width: number, ...numbers: number[]): string {
  return numbers.map((number) => number.toString(2).padStart(width, '0')).join('');
}

/** Packs such strings into octets, one after the other. The last octet is padded with zeros. */
export function octets(...strings: string[]): number[] {
  const parts = strings.join('').match(/.{1,8}/g) ?? [];
  return parts.map((part) => parseInt(part.padEnd(8, '0'), 2));
}

/** Returns a section 5 of template 5.0. */
export function simpleSection(): RawSection {
  return simple;
}

/** Returns a section 5 of template 5.42 with octets 22 to 25: flags, block length, blocks per interval (2 octets). */
export function ccsdsSection(flags: number, blockLength: number, ...interval: number[]): RawSection {
  return withOctets(ccsds, 22, [flags, blockLength, ...interval]);
}

/** The description of the groups of template 5.2. Omitted values are 0. */
export interface Groups {
  count: number;
  width?: number;
  widthBits?: number;
  length?: number;
  increment?: number;
  lengthBits?: number;
  lastLength: number;
  /** From code table 5.5. */
  missing?: number;
}

/** Returns a section 5 of template 5.2, or of 5.3 with 3-octet first values if the order of differences is not 0. */
export function groupSection(groups: Groups, order: 0 | 1 | 2 = 0): RawSection {
  const { count, width = 0, widthBits = 0, length = 0, increment = 0, lengthBits = 0, lastLength } = groups;
  const lengths = [0, 0, 0, length, increment, 0, 0, 0, lastLength, lengthBits];
  const templated = withOctets(secondOrder, 10, [0, order === 0 ? 2 : 3]);
  const described = withOctets(templated, 32, [0, 0, 0, count, width, widthBits, ...lengths, order, 3]);
  return withOctets(described, 23, [groups.missing ?? 0]);
}

/**
 * Returns a message on the tiny grid whose values equal the packed numbers (R, E and D are 0).
 * @param section5 section 5, which defines the template
 * @param numberBits octet 20 of section 5
 * @param data octets of section 7
 */
export function tinyMessage(section5: RawSection, numberBits: number, data: number[]): Uint8Array {
  const counted = withOctets(section5, 6, [0, 0, 0, POINTS]);
  const unscaled = withOctets(counted, 12, [0, 0, 0, 0, 0, 0, 0, 0, numberBits]);
  return message(identification, grid, product, unscaled, noBitMap, newSection(7, data));
}

/** Returns the values of the first field of a message. */
export function decoded(bytes: Uint8Array): number[] {
  return [...readFields(bytes)[0].decode()];
}
