import { crc32 } from 'node:zlib';
import { FrameNames } from './frame-names.js';
import {
  DETAIL_OFFSETS,
  EVENT_BYTES,
  EVENT_OFFSETS,
  FRAME_HEADER_BYTES,
  FRAME_MARK,
  FRAME_OFFSETS,
  LONGEST_RECORD_BYTES,
  NO_POINT,
  RECORD,
  U32_MAX,
} from './journal-format.js';
import { type RequestDetail, type UsageEvent } from './usage-event.types.js';

const INITIAL_BYTES = 256 * 1024;

/** Encodes events as records of consecutive frames, into one reused buffer. */
export class FrameEncoder {
  private buffer = Buffer.allocUnsafe(INITIAL_BYTES);
  private endBytes = FRAME_HEADER_BYTES;
  private readonly owners = new FrameNames(RECORD.OWNER);
  private readonly routes = new FrameNames(RECORD.ROUTE);

  add(event: UsageEvent): void {
    if (this.buffer.length - this.endBytes < 3 * LONGEST_RECORD_BYTES) this.grow();
    const { keyId, clientId, accountId } = event.owner;
    // A key has one client and one account.
    const owner = this.owners.find(keyId) ?? this.owners.add(keyId, [keyId, clientId, accountId]);
    const route = this.routes.find(event.route) ?? this.routes.add(event.route, [event.route]);
    this.endBytes = this.owners.nameOnce(owner, this.buffer, this.endBytes);
    this.endBytes = this.routes.nameOnce(route, this.buffer, this.endBytes);
    const { buffer, endBytes } = this;
    buffer[endBytes] = kindOf(event);
    buffer.writeDoubleLE(event.timeMs, endBytes + EVENT_OFFSETS.timeMs);
    buffer.writeUInt32LE(owner.number, endBytes + EVENT_OFFSETS.owner);
    buffer.writeUInt16LE(route.number, endBytes + EVENT_OFFSETS.route);
    buffer.writeUInt16LE(event.status, endBytes + EVENT_OFFSETS.status);
    buffer.writeUInt32LE(event.units, endBytes + EVENT_OFFSETS.units);
    buffer.writeUInt32LE(Math.min(event.bytes, U32_MAX), endBytes + EVENT_OFFSETS.bytes);
    buffer.writeUInt32LE(Math.min(event.durationUs, U32_MAX), endBytes + EVENT_OFFSETS.durationUs);
    if (event.detail) this.addDetail(event.detail);
    else this.endBytes += EVENT_BYTES;
  }

  /**
   * Returns the events added since the last frame, as the frame with this number in its segment; undefined without any.
   * The frame is valid until the next event is added.
   */
  takeFrame(number: number): Buffer | undefined {
    const { buffer, endBytes } = this;
    if (endBytes === FRAME_HEADER_BYTES) return undefined;
    const frame = buffer.subarray(0, endBytes);
    buffer.writeUInt32LE(FRAME_MARK, FRAME_OFFSETS.mark);
    buffer.writeUInt32LE(0, FRAME_OFFSETS.checksum);
    buffer.writeUInt32LE(number, FRAME_OFFSETS.number);
    buffer.writeUInt32LE(endBytes - FRAME_HEADER_BYTES, FRAME_OFFSETS.recordsLength);
    buffer.writeUInt32LE(crc32(frame), FRAME_OFFSETS.checksum);
    this.endBytes = FRAME_HEADER_BYTES;
    this.owners.beginFrame();
    this.routes.beginFrame();
    return frame;
  }

  private addDetail({ requestId, point, problem }: RequestDetail): void {
    const { buffer, endBytes } = this;
    buffer.writeInt16LE(point ? Math.round(point.lat * 10) : NO_POINT, endBytes + DETAIL_OFFSETS.lat);
    buffer.writeInt16LE(point ? Math.round(point.lon * 10) : NO_POINT, endBytes + DETAIL_OFFSETS.lon);
    this.endBytes += DETAIL_OFFSETS.requestId;
    this.addText(requestId, 'latin1');
    if (!problem) return;
    this.addText(problem.code, 'latin1');
    this.addText(problem.detail, 'utf8');
  }

  private addText(text: string, encoding: 'latin1' | 'utf8'): void {
    const { buffer, endBytes } = this;
    buffer[endBytes] = buffer.write(text, endBytes + 1, 255, encoding);
    this.endBytes += 1 + buffer[endBytes];
  }

  private grow(): void {
    const larger = Buffer.allocUnsafe(this.buffer.length * 2);
    this.buffer.copy(larger, 0, 0, this.endBytes);
    this.buffer = larger;
  }
}

function kindOf({ isRest, detail }: UsageEvent): number {
  if (isRest) return RECORD.REST;
  if (!detail) return RECORD.EVENT;
  return detail.problem ? RECORD.FAILED_EVENT : RECORD.DETAILED_EVENT;
}
