/**
 * A segment is a file of frames, one for each turn of the event loop in which requests ended:
 *
 *     frame   u32 mark, u32 CRC-32 of the frame with zero in its place, u32 number in the segment from 0,
 *             u32 length of the records, records
 *     record  u8 kind, and by kind
 *       OWNER  three texts: key, client, account
 *       ROUTE  one text
 *       EVENT  see EVENT_OFFSETS; DETAILED_EVENT the same and the detail of the request log;
 *              FAILED_EVENT the same as DETAILED_EVENT, then the code and the detail of its problem as texts;
 *              REST the same as EVENT, for the bytes of a response that was counted when it began
 *     text    u8 length in bytes, Latin-1; the detail of a problem UTF-8
 *
 * Owners and routes are numbered in the order in which a frame names them, so each frame can be read on its own.
 * Numbers are little-endian.
 */
export const FRAME_MARK = 0xf7fbf5fd;

export const FRAME_OFFSETS = { mark: 0, checksum: 4, number: 8, recordsLength: 12 } as const;
export const FRAME_HEADER_BYTES = 16;

export const RECORD = { OWNER: 1, ROUTE: 2, EVENT: 3, DETAILED_EVENT: 4, REST: 5, FAILED_EVENT: 6 } as const;

/** Offsets from the start of the record, whose first byte is its kind. */
export const EVENT_OFFSETS = {
  timeMs: 1, // f64
  owner: 9, // u32
  route: 13, // u16
  status: 15, // u16
  units: 17, // u32
  bytes: 21, // u32
  durationUs: 25, // u32
} as const;
export const EVENT_BYTES = 29;

/** After an event: the point in tenths of a degree, as two i16, then the request ID as text. */
export const DETAIL_OFFSETS = { lat: EVENT_BYTES, lon: EVENT_BYTES + 2, requestId: EVENT_BYTES + 4 } as const;
export const NO_POINT = 0x7fff;

/** No record is longer: the longest texts are a problem's detail of 255 bytes and a request ID of 128. */
export const LONGEST_RECORD_BYTES = 512;

export const U32_MAX = 0xffff_ffff;
