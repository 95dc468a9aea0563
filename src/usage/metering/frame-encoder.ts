import { crc32 } from 'node:zlib';
import {
  DETAIL_OFFSETS,
  EVENT_BYTES,
  EVENT_OFFSETS,
  FRAME_HEADER_BYTES,
  LONGEST_RECORD_BYTES,
  NO_POINT,
  RECORD,
  U32_MAX,
} from './journal-format.js';
import { type MeteredOwner, type RequestDetail, type UsageEvent } from './usage-event.types.js';

const INITIAL_BYTES = 256 * 1024;

/** Writes events as the records of one frame after the other, into one buffer that is used again and again. */
export class FrameEncoder {
  private buffer = Buffer.allocUnsafe(INITIAL_BYTES);
  private endBytes = FRAME_HEADER_BYTES;
  /** By key; a key has one client and one account. */
  private readonly owners = new Map<string, number>();
  private readonly routes = new Map<string, number>();

  /** The segment ends, or what was encoded is not in it: owners and routes are to be named again. */
  reset(): void {
    this.endBytes = FRAME_HEADER_BYTES;
    this.owners.clear();
    this.routes.clear();
  }

  add(event: UsageEvent): void {
    if (this.buffer.length - this.endBytes < 3 * LONGEST_RECORD_BYTES) this.grow();
    const owner = this.owners.get(event.owner.keyId) ?? this.addOwner(event.owner);
    const route = this.routes.get(event.route) ?? this.addRoute(event.route);
    const { buffer, endBytes } = this;
    buffer[endBytes] = event.detail ? RECORD.DETAILED_EVENT : RECORD.EVENT;
    buffer.writeDoubleLE(event.timeMs, endBytes + EVENT_OFFSETS.timeMs);
    buffer.writeUInt32LE(owner, endBytes + EVENT_OFFSETS.owner);
    buffer.writeUInt16LE(route, endBytes + EVENT_OFFSETS.route);
    buffer.writeUInt16LE(event.status, endBytes + EVENT_OFFSETS.status);
    buffer.writeUInt32LE(event.units, endBytes + EVENT_OFFSETS.units);
    buffer.writeUInt32LE(Math.min(event.bytes, U32_MAX), endBytes + EVENT_OFFSETS.bytes);
    buffer.writeUInt32LE(Math.min(event.durationUs, U32_MAX), endBytes + EVENT_OFFSETS.durationUs);
    if (event.detail) this.addDetail(event.detail);
    else this.endBytes += EVENT_BYTES;
  }

  /** The frame with what was added since the last one, valid until the next event is added; undefined if that is nothing. */
  takeFrame(): Buffer | undefined {
    const { buffer, endBytes } = this;
    if (endBytes === FRAME_HEADER_BYTES) return undefined;
    buffer.writeUInt32LE(endBytes - FRAME_HEADER_BYTES, 0);
    buffer.writeUInt32LE(crc32(buffer.subarray(FRAME_HEADER_BYTES, endBytes)), 4);
    this.endBytes = FRAME_HEADER_BYTES;
    return buffer.subarray(0, endBytes);
  }

  private addDetail({ requestId, point }: RequestDetail): void {
    const { buffer, endBytes } = this;
    buffer.writeInt16LE(point ? Math.round(point.lat * 10) : NO_POINT, endBytes + DETAIL_OFFSETS.lat);
    buffer.writeInt16LE(point ? Math.round(point.lon * 10) : NO_POINT, endBytes + DETAIL_OFFSETS.lon);
    this.endBytes = endBytes + DETAIL_OFFSETS.requestId;
    this.addText(requestId);
  }

  private addOwner({ keyId, clientId, accountId }: MeteredOwner): number {
    this.buffer[this.endBytes++] = RECORD.OWNER;
    for (const id of [keyId, clientId, accountId]) this.addText(id);
    this.owners.set(keyId, this.owners.size);
    return this.owners.size - 1;
  }

  private addRoute(route: string): number {
    this.buffer[this.endBytes++] = RECORD.ROUTE;
    this.addText(route);
    this.routes.set(route, this.routes.size);
    return this.routes.size - 1;
  }

  private addText(text: string): void {
    const lengthBytes = this.buffer.write(text, this.endBytes + 1, 255, 'latin1');
    this.buffer[this.endBytes] = lengthBytes;
    this.endBytes += 1 + lengthBytes;
  }

  private grow(): void {
    const larger = Buffer.allocUnsafe(this.buffer.length * 2);
    this.buffer.copy(larger, 0, 0, this.endBytes);
    this.buffer = larger;
  }
}
