import { type MessageForm } from '../../../src/models/model.js';
import { packSecondOrder } from './second-order-packing.js';

/** How numbers stand for values: value = reference + number × 2^binary × 10^-decimal. */
export interface Precision {
  binary: number;
  decimal: number;
}

export interface WrittenField {
  run: Date;
  identity: MessageForm;
  stepHours: number;
  /** What an average (0) or accumulation (1) begins with. */
  span?: { startHours: number; process: 0 | 1 };
  ni: number;
  nj: number;
  /** Rows from north to south, each from 0° eastwards; NaN where missing. */
  values: Float64Array;
  precision: Precision;
}

/** One GRIB2 message in template 5.3 of order 2, with a bit map where values are missing. */
export function writeMessage(field: WrittenField): Uint8Array {
  const { values, precision } = field;
  const present = values.filter((value) => !Number.isNaN(value));
  const quantum = 2 ** precision.binary * 10 ** -precision.decimal;
  let least = Infinity;
  for (const value of present) if (value < least) least = value;
  // The reference is a single-precision number, and in units of 10^-decimal.
  const reference = Math.fround(least * 10 ** precision.decimal);
  const origin = reference * 10 ** -precision.decimal;
  const numbers = Int32Array.from(present, (value) => Math.max(Math.round((value - origin) / quantum), 0));
  const packed = packSecondOrder(numbers);
  const sections = [
    identification(field),
    grid(field),
    product(field),
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
    bitMap(values, present.length),
    section(7, 5 + packed.data.length, (_, octets) => octets.set(packed.data, 5)),
  ];
  return frame(field.identity.discipline, sections);
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

function identification({ run }: WrittenField): Uint8Array {
  return section(1, 21, (view, octets) => {
    view.setUint16(5, 7);
    octets.set([2, 1, 1], 9);
    writeTime(view, 12, run);
    octets.set([0, 1], 19);
  });
}

function grid({ ni, nj }: WrittenField): Uint8Array {
  const degrees = 360 / ni;
  return section(3, 72, (view) => {
    view.setUint32(6, ni * nj);
    view.setUint8(14, 6);
    view.setUint32(30, ni);
    view.setUint32(34, nj);
    view.setUint32(46, 90e6);
    view.setUint8(54, 0x30);
    view.setUint32(55, 0x80000000 + 90e6);
    view.setUint32(59, Math.round((360 - degrees) * 1e6));
    view.setUint32(63, Math.round(degrees * 1e6));
    view.setUint32(67, Math.round(degrees * 1e6));
  });
}

function product({ identity, stepHours, span, run }: WrittenField): Uint8Array {
  return section(4, span ? 58 : 34, (view, octets) => {
    view.setUint16(7, span ? 8 : 0);
    octets.set([identity.parameterCategory, identity.parameterNumber, 2], 9);
    view.setUint8(17, 1);
    view.setUint32(18, span ? span.startHours : stepHours);
    view.setUint8(22, identity.levelType);
    view.setUint32(24, identity.levelValue ?? 0);
    octets.set([255, 255, 255, 255, 255, 255], 28);
    if (!span) return;
    writeTime(view, 34, new Date(run.getTime() + stepHours * 3_600_000));
    octets.set([1, 0, 0, 0, 0, span.process, 2, 1], 41);
    view.setUint32(49, stepHours - span.startHours);
    view.setUint8(53, 255);
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
