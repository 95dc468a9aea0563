/**
 * The prefix that NOAA's gateway puts before each message of its NDFD bulletins: a length and the abbreviated heading
 * of WMO-No. 386, e.g. "****0000185283****\nLNUB12 KWNS 020625\r\r\n". An empty bulletin may precede it.
 */
const HEADING = /^\*{4}\d{10}\*{4}\n[A-Z]{4}\d{2} [A-Z]{4} \d{6}(?: [A-Z]{3})?\r\r\n/;
const LONGEST_HEADING_BYTES = 45;

/** Returns the offset after any bulletin headings at an offset, or the same offset if there are none. */
export function skipBulletinHeadings(bytes: Uint8Array, offsetBytes: number): number {
  const start = bytes.subarray(offsetBytes, offsetBytes + LONGEST_HEADING_BYTES);
  const heading = HEADING.exec(String.fromCharCode(...start));
  return heading ? skipBulletinHeadings(bytes, offsetBytes + heading[0].length) : offsetBytes;
}
