const START = 'GRIB';
/** The octet after "GRIB", counted from 0, that holds the edition. */
const EDITION_OCTET = 7;
const EDITIONS = [1, 2, 3];

/**
 * Returns where the next message begins, at or after an offset: at "GRIB" and the number of an edition. What is in
 * between is not looked at, as other programs do: archives pad files with zeros, gateways add bulletin headings, and
 * interrupted copies leave anything.
 */
export function findMessage(bytes: Uint8Array, offsetBytes: number): number | undefined {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  for (let offset = offsetBytes; ; offset += START.length) {
    offset = buffer.indexOf(START, offset, 'latin1');
    if (offset === -1) return undefined;
    const edition = buffer.at(offset + EDITION_OCTET);
    // A file that was cut here is malformed, and the reader says so.
    if (edition === undefined || EDITIONS.includes(edition)) return offset;
  }
}
