import { Section } from './section.js';

export const INDICATOR_BYTES = 16;

/** Far above any operational message; within this limit, a bit offset fits in 32 bits. */
const MAXIMUM_MESSAGE_BYTES = 2 ** 29;

export interface Indicator {
  /** WMO code table 0.0. */
  discipline: number;
  /** Length of the whole message, from "GRIB" to "7777". */
  messageBytes: number;
}

/**
 * Reads section 0 of the message that begins at an offset.
 * @throws {GribError} if no GRIB edition 2 message begins there
 */
export function readIndicator(bytes: Uint8Array, offsetBytes: number): Indicator {
  const available = Math.min(INDICATOR_BYTES, bytes.length - offsetBytes);
  const view = new DataView(bytes.buffer, bytes.byteOffset + offsetBytes, available);
  const section = new Section(0, view, offsetBytes);
  if (section.unsigned(1, 4) !== 0x47524942) throw section.error('it does not begin with "GRIB"');
  const edition = section.unsigned(8, 1);
  if (edition !== 2) throw section.error(`it is of GRIB edition ${edition}, only edition 2 can be read`);
  const messageBytes = section.unsigned(9, 4) * 2 ** 32 + section.unsigned(13, 4);
  const fault = lengthFault(messageBytes);
  if (fault) throw section.error(fault);
  return { discipline: section.unsigned(7, 1), messageBytes };
}

function lengthFault(messageBytes: number): string | undefined {
  if (messageBytes < INDICATOR_BYTES + 4) return `a message cannot be ${messageBytes} bytes long`;
  if (messageBytes > MAXIMUM_MESSAGE_BYTES) return `a message of ${messageBytes} bytes is too long`;
  return undefined;
}
