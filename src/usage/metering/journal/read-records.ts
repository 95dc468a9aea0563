import type { ProblemCode } from '../../../core/features/index.js';
import { DETAIL_OFFSETS, EVENT_BYTES, EVENT_OFFSETS, NO_POINT, RECORD } from './journal-format.js';
import { type MeteredOwner, type RequestDetail, type UsageEvent } from './usage-event.types.js';

const EVENT_KINDS: number[] = [RECORD.EVENT, RECORD.DETAILED_EVENT, RECORD.FAILED_EVENT, RECORD.REST];

/** Names by their numbers. */
interface Names {
  owners: MeteredOwner[];
  routes: string[];
}

/** Returns the events of one frame. */
export function readRecords(records: Buffer): UsageEvent[] {
  const names: Names = { owners: [], routes: [] };
  const events: UsageEvent[] = [];
  const cursor = { offsetBytes: 0 };
  while (cursor.offsetBytes < records.length) {
    const kind = records[cursor.offsetBytes];
    if (kind === RECORD.OWNER) {
      cursor.offsetBytes += 1;
      const [keyId, clientId, accountId] = [0, 1, 2].map(() => readText(records, cursor));
      names.owners.push({ keyId, clientId, accountId });
    } else if (kind === RECORD.ROUTE) {
      cursor.offsetBytes += 1;
      names.routes.push(readText(records, cursor));
    } else if (EVENT_KINDS.includes(kind)) {
      events.push(readEvent(records, cursor, names));
    } else {
      throw new Error(`The usage journal has a record of the unknown kind ${kind}.`);
    }
  }
  return events;
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
  if (records[start] === RECORD.REST) event.isRest = true;
  if (records[start] === RECORD.DETAILED_EVENT) event.detail = readDetail(records, start, cursor);
  if (records[start] === RECORD.FAILED_EVENT) {
    event.detail = readDetail(records, start, cursor);
    const code = readText(records, cursor) as ProblemCode;
    event.detail.problem = { code, detail: readText(records, cursor, 'utf8') };
  }
  return event;
}

function readDetail(records: Buffer, start: number, cursor: { offsetBytes: number }): RequestDetail {
  const lat = records.readInt16LE(start + DETAIL_OFFSETS.lat);
  const lon = records.readInt16LE(start + DETAIL_OFFSETS.lon);
  cursor.offsetBytes = start + DETAIL_OFFSETS.requestId;
  const requestId = readText(records, cursor);
  return { requestId, point: lat === NO_POINT ? null : { lat: lat / 10, lon: lon / 10 } };
}

function readText(
  records: Buffer,
  cursor: { offsetBytes: number },
  encoding: 'latin1' | 'utf8' = 'latin1',
): string {
  const start = cursor.offsetBytes + 1;
  cursor.offsetBytes = start + records[start - 1];
  return records.toString(encoding, start, cursor.offsetBytes);
}
