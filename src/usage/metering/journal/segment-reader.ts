import { crc32 } from 'node:zlib';
import { FRAME_HEADER_BYTES, FRAME_MARK, FRAME_OFFSETS } from './journal-format.js';
import { readRecords } from './read-records.js';
import { type UsageEvent } from './usage-event.types.js';

const MARK = Buffer.alloc(4);
MARK.writeUInt32LE(FRAME_MARK);
const CHECKSUM_OF_START = crc32(Buffer.concat([MARK, Buffer.alloc(4)]));

interface Frame {
  records: Buffer;
  endBytes: number;
  /** The number in its segment. */
  number: number;
}

/** Reads a segment of the journal. Skips damaged and truncated frames, and only those. */
export class SegmentReader {
  private lost = 0;
  private lostLength = 0;

  constructor(private readonly segment: Buffer) {}

  /** The number of skipped frames, once all were read. At the segment's end, only those with an intact mark count. */
  get lostFrames(): number {
    return this.lost;
  }

  get lostBytes(): number {
    return this.lostLength;
  }

  /** The events of each frame, in order. */
  *frames(): Generator<UsageEvent[], void> {
    const { segment } = this;
    let nextNumber = 0;
    let unreadable = 0;
    for (let offsetBytes = 0; offsetBytes < segment.length;) {
      const frame = readFrame(segment, offsetBytes);
      if (!frame) {
        unreadable += 1;
        const mark = segment.indexOf(MARK, offsetBytes + 1);
        const resumeBytes = mark < 0 ? segment.length : mark;
        this.lostLength += resumeBytes - offsetBytes;
        offsetBytes = resumeBytes;
        continue;
      }
      const { records, endBytes, number } = frame;
      this.lost += number - nextNumber;
      unreadable = 0;
      nextNumber = number + 1;
      yield readRecords(records);
      offsetBytes = endBytes;
    }
    this.lost += unreadable;
  }
}

function readFrame(segment: Buffer, offsetBytes: number): Frame | undefined {
  const startBytes = offsetBytes + FRAME_HEADER_BYTES;
  if (startBytes > segment.length) return undefined;
  if (segment.readUInt32LE(offsetBytes + FRAME_OFFSETS.mark) !== FRAME_MARK) return undefined;
  const endBytes = startBytes + segment.readUInt32LE(offsetBytes + FRAME_OFFSETS.recordsLength);
  if (endBytes > segment.length) return undefined;
  const checksum = crc32(segment.subarray(offsetBytes + FRAME_OFFSETS.number, endBytes), CHECKSUM_OF_START);
  if (checksum !== segment.readUInt32LE(offsetBytes + FRAME_OFFSETS.checksum)) return undefined;
  const number = segment.readUInt32LE(offsetBytes + FRAME_OFFSETS.number);
  return { records: segment.subarray(startBytes, endBytes), endBytes, number };
}
