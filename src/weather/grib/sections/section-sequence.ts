import { GribError } from '../grib-error.js';
import { Section } from './section.js';

const END_MARK = 0x37373737;
const INDICATOR_BYTES = 16;
const HEADER_BYTES = 5;

/** The sections that may follow each section. Sections 2 to 7, 3 to 7 and 4 to 7 may repeat within a message. */
const SUCCESSORS: Record<number, number[]> = {
  0: [1],
  1: [3, 2],
  2: [3],
  3: [4],
  4: [5],
  5: [6],
  6: [7],
  7: [8, 2, 3, 4],
};

/**
 * Yields sections 1 to 7 of one message in file order, up to its "7777".
 * @param bytes the whole input
 * @param offsetBytes where the message begins in it
 * @param messageBytes the message's length, from section 0
 * @throws {GribError} if a section is truncated, out of order, or does not fit in the message
 */
export function* readSections(
  bytes: Uint8Array,
  offsetBytes: number,
  messageBytes: number,
): Generator<Section> {
  const limit = Math.min(bytes.length, offsetBytes + messageBytes);
  const view = new DataView(bytes.buffer, bytes.byteOffset, limit);
  let position = offsetBytes + INDICATOR_BYTES;
  let previous = 0;
  const fail = (section: number, fault: string): never => {
    throw new GribError(`Message at byte ${offsetBytes}, section ${section}: ${fault}`);
  };
  for (;;) {
    const successors = SUCCESSORS[previous];
    const left = limit - position;
    if (successors[0] === 8 && left >= 4 && view.getUint32(position) === END_MARK) break;
    if (left < HEADER_BYTES) fail(successors[0], `only ${left} octets are left where it should begin`);
    const length = view.getUint32(position);
    const number = view.getUint8(position + 4);
    if (!successors.includes(number) || number === 8) {
      fail(successors[0], `section ${number} stands where it should begin`);
    }
    if (length < HEADER_BYTES) fail(number, `it cannot be ${length} octets long`);
    if (length > left) fail(number, `it should have ${length} octets, but only ${left} are left`);
    yield new Section(number, new DataView(view.buffer, view.byteOffset + position, length), offsetBytes);
    position += length;
    previous = number;
  }
  const surplus = offsetBytes + messageBytes - (position + 4);
  if (surplus !== 0) fail(8, `the message ends ${surplus} octets before the length that section 0 gives`);
}
