import { fstatSync, readSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import { type Cell } from './cell.js';
import { RunFaultError } from './run-fault-error.js';
import { type RunManifest, VALUES_FILE } from './run-manifest.js';

/** Where the records of a run are in its values file; see RunManifest. */
export class RunIndex {
  private constructor(
    private readonly rowStarts: Float64Array,
    private readonly offsets: Uint32Array,
    private readonly rowCells: number,
  ) {}

  /** @throws RunFaultError when the file has another size than the manifest says, or the index another checksum */
  static read(fileDescriptor: number, { grid, recordsBytes, indexChecksum }: RunManifest): RunIndex {
    const offsetsStart = 8 * (grid.nj + 1);
    const bytes = new Uint8Array(offsetsStart + 4 * grid.ni * grid.nj);
    const { size } = fstatSync(fileDescriptor);
    if (size !== recordsBytes + bytes.length) {
      throw new RunFaultError(`${VALUES_FILE} has ${size} bytes, not ${recordsBytes + bytes.length}`);
    }
    const bytesRead = readSync(fileDescriptor, bytes, 0, bytes.length, recordsBytes);
    if (bytesRead !== bytes.length || crc32(bytes) !== indexChecksum) {
      throw new RunFaultError(`the index of ${VALUES_FILE} is damaged`);
    }
    const rowStarts = new Float64Array(bytes.buffer, 0, grid.nj + 1);
    return new RunIndex(rowStarts, new Uint32Array(bytes.buffer, offsetsStart), grid.ni);
  }

  /** Where a record begins, in bytes. */
  start({ y, x }: Cell): number {
    return this.rowStarts[y] + this.offsets[y * this.rowCells + x];
  }

  /** Where it ends. */
  end({ y, x }: Cell): number {
    return x + 1 < this.rowCells ? this.start({ y, x: x + 1 }) : this.rowStarts[y + 1];
  }
}
