import { type MessageForm } from '../../../src/weather/models/model.js';
import { BitWriter, packSecondOrder } from './second-order-packing.js';

/** How integers encode values: value = reference + integer × 2^binary × 10^-decimal. */
export interface Precision {
  binary: number;
  decimal: number;
}

/**
 * Template 5.3 of order 2 with a precision, or template 5.0 with a number of bits per value, which another program
 * repacks as CCSDS.
 */
export type WrittenPacking = ({ kind: 'second-order' } & Precision) | { kind: 'ccsds'; bits: number };

/** Start of the time span of a record that isn't an instant, and its statistical process. */
export interface WrittenSpan {
  startHours: number;
  process: 'average' | 'accumulation' | 'maximum';
}

/** Points eastwards and southwards from a corner. */
export interface WrittenGrid {
  ni: number;
  nj: number;
  north: number;
  west: number;
  degrees: number;
}

export interface WrittenField {
  run: Date;
  identity: MessageForm;
  stepHours: number;
  span?: WrittenSpan;
  /** Number of the ensemble member. */
  member?: number;
  grid: WrittenGrid;
  /** Rows from north to south, each from west to east; NaN where missing. */
  values: Float64Array;
  packing: WrittenPacking;
}

/** Writes a GRIB2 message, with a bitmap if values are missing. */
export function writeMessage(field: WrittenField): Uint8Array {
  const { values, packing } = field;
  const present = values.filter((value) => !Number.isNaN(value));
  const [representation, data] =
    packing.kind === 'ccsds' ? simple(present, packing.bits) : secondOrder(present, packing);
  return frame(field.identity.discipline, [
    identification(field),
    grid(field.grid),
    product(field),
    representation,
    bitMap(values, present.length),
    data,
  ]);
}

/** Sections 5 and 7. */
function secondOrder(present: Float64Array, precision: Precision): [Uint8Array, Uint8Array] {
  const quantum = 2 ** precision.binary * 10 ** -precision.decimal;
  const { least } = extremes(present);
  // The reference is a single-precision number in units of 10^-decimal.
  const reference = Math.fround(least * 10 ** precision.decimal);
  const origin = reference * 10 ** -precision.decimal;
  const numbers = Int32Array.from(present, (value) => Math.max(Math.round((value - origin) / quantum), 0));
  const packed = packSecondOrder(numbers);
  return [
    section(5, 49, (view) => {
      view.setUint32(5, numbers.length);
      view.setUint16(9, 3);
      view.setFloat32(11, reference);
      view.setUint16(15, signMagnitude(precision.binary));
      view.setUint16(17, signMagnitude(precision.decimal));
      view.setUint8(19, packed.referenceBits);
      view.setUint8(21, 1);
      view.setUint32(31, packed.groupCount);
      view.setUint8(36, packed.widthBits);
      view.setUint32(37, packed.groupLength);
      view.setUint8(41, 1);
      view.setUint32(42, packed.lastLength);
      view.setUint8(47, 2);
      view.setUint8(48, packed.descriptorOctets);
    }),
    section(7, 5 + packed.data.length, (_, octets) => octets.set(packed.data, 5)),
  ];
}

/** Sections 5 and 7. */
function simple(present: Float64Array, bits: number): [Uint8Array, Uint8Array] {
  const { least, most } = extremes(present);
  const reference = Math.fround(least);
  const binary = Math.ceil(Math.log2(Math.max(most - reference, 1e-9) / (2 ** bits - 1)));
  const writer = new BitWriter(Math.ceil((present.length * bits) / 8) + 8);
  for (const value of present) writer.write(Math.max(Math.round((value - reference) / 2 ** binary), 0), bits);
  writer.pad();
  const data = writer.finish();
  return [
    section(5, 21, (view) => {
      view.setUint32(5, present.length);
      view.setFloat32(11, reference);
      view.setUint16(15, signMagnitude(binary));
      view.setUint8(19, bits);
    }),
    section(7, 5 + data.length, (_, octets) => octets.set(data, 5)),
  ];
}

function extremes(values: Float64Array): { least: number; most: number } {
  let [least, most] = [Infinity, -Infinity];
  for (const value of values) {
    if (value < least) least = value;
    if (value > most) most = value;
  }
  return { least, most };
}

function frame(discipline: number, sections: Uint8Array[]): Uint8Array {
  const indicator = new Uint8Array(16);
  const view = new DataView(indicator.buffer);
  indicator.set(Buffer.from('GRIB'));
  indicator.set([discipline, 2], 6);
  view.setUint32(12, 20 + sections.reduce((sum, { length }) => sum + length, 0));
  return Buffer.concat([indicator, ...sections, Buffer.from('7777')]);
}

function section(
  number: number,
  length: number,
  fill: (view: DataView, octets: Uint8Array) => void,
): Uint8Array {
  const octets = new Uint8Array(length);
  const view = new DataView(octets.buffer);
  view.setUint32(0, length);
  view.setUint8(4, number);
  fill(view, octets);
  return octets;
}

function identification({ run }: Pick<WrittenField, 'run'>): Uint8Array {
  return section(1, 21, (view, octets) => {
    view.setUint16(5, 7);
    octets.set([2, 1, 1], 9);
    writeTime(view, 12, run);
    octets.set([0, 1], 19);
  });
}

function grid({ ni, nj, north, west, degrees }: WrittenGrid): Uint8Array {
  const east = west + (ni - 1) * degrees;
  return section(3, 72, (view) => {
    view.setUint32(6, ni * nj);
    view.setUint8(14, 6);
    view.setUint32(30, ni);
    view.setUint32(34, nj);
    view.setUint32(46, latitude(north));
    view.setUint32(50, longitude(west));
    view.setUint8(54, 0x30);
    view.setUint32(55, latitude(north - (nj - 1) * degrees));
    view.setUint32(59, longitude(east));
    view.setUint32(63, Math.round(degrees * 1e6));
    view.setUint32(67, Math.round(degrees * 1e6));
  });
}

/** In microdegrees, with the sign in the first bit. */
function latitude(degrees: number): number {
  return Math.round(Math.abs(degrees) * 1e6) + (degrees < 0 ? 0x80000000 : 0);
}

function longitude(degrees: number): number {
  return Math.round(((degrees + 360) % 360) * 1e6);
}

function product({ identity, stepHours, span, member, run }: WrittenField): Uint8Array {
  const isMember = member !== undefined;
  // The member's octets precede the time span.
  const spanOffset = isMember ? 37 : 34;
  return section(4, spanOffset + (span ? 24 : 0), (view, octets) => {
    view.setUint16(7, (span ? 8 : 0) + (isMember ? (span ? 3 : 1) : 0));
    octets.set([identity.parameterCategory, identity.parameterNumber, 2], 9);
    view.setUint8(17, 1);
    view.setUint32(18, span ? span.startHours : stepHours);
    view.setUint8(22, identity.levelType);
    view.setUint32(24, identity.levelValue ?? 0);
    octets.set([255, 255, 255, 255, 255, 255], 28);
    if (isMember) octets.set([member === 0 ? 1 : 3, member], 34);
    if (!span) return;
    writeTime(view, spanOffset, new Date(run.getTime() + stepHours * 3_600_000));
    const process = { average: 0, accumulation: 1, maximum: 2 }[span.process];
    octets.set([1, 0, 0, 0, 0, process, 2, 1], spanOffset + 7);
    view.setUint32(spanOffset + 15, stepHours - span.startHours);
    view.setUint8(spanOffset + 19, 255);
  });
}

function bitMap(values: Float64Array, presentCount: number): Uint8Array {
  if (presentCount === values.length) return section(6, 6, (view) => view.setUint8(5, 255));
  return section(6, 6 + Math.ceil(values.length / 8), (_, octets) => {
    for (let i = 0; i < values.length; i++) {
      if (!Number.isNaN(values[i])) octets[6 + (i >>> 3)] |= 0x80 >>> (i & 7);
    }
  });
}

function writeTime(view: DataView, offset: number, time: Date): void {
  view.setUint16(offset, time.getUTCFullYear());
  view.setUint8(offset + 2, time.getUTCMonth() + 1);
  view.setUint8(offset + 3, time.getUTCDate());
  view.setUint8(offset + 4, time.getUTCHours());
}

function signMagnitude(number: number): number {
  return number < 0 ? 0x8000 - number : number;
}
