import { crc32 } from 'node:zlib';
import {
  DETAIL_OFFSETS,
  EVENT_BYTES,
  EVENT_OFFSETS,
  FRAME_HEADER_BYTES,
  NO_POINT,
  RECORD,
} from './journal-format.js';
import { type MeteredOwner, type RequestDetail, type UsageEvent } from './usage-event.types.js';

/**
 * Hands over every event of a segment, in order. A frame that is cut off or damaged ends the segment: it was being
 * written when the process or the machine went down, and no answer that it counts was released.
 * @returns how many bytes at the end are not whole frames
 */
export function readSegment(segment: Buffer, onEvent: (event: UsageEvent) => void): number {
  const names: Names = { owners: [], routes: [] };
  let offsetBytes = 0;
  while (segment.length - offsetBytes >= FRAME_HEADER_BYTES) {
    const startBytes = offsetBytes + FRAME_HEADER_BYTES;
    const endBytes = startBytes + segment.readUInt32LE(offsetBytes);
    if (endBytes === startBytes || endBytes > segment.length) break;
    const records = segment.subarray(startBytes, endBytes);
    if (crc32(records) !== segment.readUInt32LE(offsetBytes + 4)) break;
    readFrame(records, names, onEvent);
    offsetBytes = endBytes;
  }
  return segment.length - offsetBytes;
}

interface Names {
  owners: MeteredOwner[];
  routes: string[];
}

function readFrame(records: Buffer, { owners, routes }: Names, onEvent: (event: UsageEvent) => void): void {
  const cursor = { offsetBytes: 0 };
  while (cursor.offsetBytes < records.length) {
    const kind = records[cursor.offsetBytes];
    if (kind === RECORD.OWNER) {
      cursor.offsetBytes += 1;
      const [keyId, clientId, accountId] = [0, 1, 2].map(() => readText(records, cursor));
      owners.push({ keyId, clientId, accountId });
    } else if (kind === RECORD.ROUTE) {
      cursor.offsetBytes += 1;
      routes.push(readText(records, cursor));
    } else if (kind === RECORD.EVENT || kind === RECORD.DETAILED_EVENT) {
      onEvent(readEvent(records, cursor, { owners, routes }));
    } else {
      throw new Error(`The usage journal has a record of the unknown kind ${kind}.`);
    }
  }
}

function readEvent(records: Buffer, cursor: { offsetBytes: number }, { owners, routes }: Names): UsageEvent {
  const start = cursor.offsetBytes;
  const event: UsageEvent = {
    timeMs: records.readDoubleLE(start + EVENT_OFFSETS.timeMs),
    owner: owners[records.readUInt32LE(start + EVENT_OFFSETS.owner)],
    route: routes[records.readUInt16LE(start + EVENT_OFFSETS.route)],
    status: records.readUInt16LE(start + EVENT_OFFSETS.status),
    units: records.readUInt32LE(start + EVENT_OFFSETS.units),
    bytes: records.readUInt32LE(start + EVENT_OFFSETS.bytes),
    durationUs: records.readUInt32LE(start + EVENT_OFFSETS.durationUs),
  };
  cursor.offsetBytes = start + EVENT_BYTES;
  if (records[start] === RECORD.DETAILED_EVENT) event.detail = readDetail(records, start, cursor);
  return event;
}

function readDetail(records: Buffer, start: number, cursor: { offsetBytes: number }): RequestDetail {
  const lat = records.readInt16LE(start + DETAIL_OFFSETS.lat);
  const lon = records.readInt16LE(start + DETAIL_OFFSETS.lon);
  cursor.offsetBytes = start + DETAIL_OFFSETS.requestId;
  const requestId = readText(records, cursor);
  return { requestId, point: lat === NO_POINT ? null : { lat: lat / 10, lon: lon / 10 } };
}

function readText(records: Buffer, cursor: { offsetBytes: number }): string {
  const start = cursor.offsetBytes + 1;
  cursor.offsetBytes = start + records[start - 1];
  return records.toString('latin1', start, cursor.offsetBytes);
}
