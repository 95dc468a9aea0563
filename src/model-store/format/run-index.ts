import { fstatSync, readSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import { type Cell } from './cell.js';
import { DamagedRunError } from './damaged-run-error.js';
import { type RunManifest, VALUES_FILE } from './run-manifest.js';

/** Of each record where it begins in its row, and the sum of the row up to its end: two integers of 4 bytes. */
export const ENTRY_INTEGERS = 2;

/** Where the records of a run are in its values file, and what they must hold; see RunManifest. */
export class RunIndex {
  private constructor(
    private readonly rowStarts: Float64Array,
    private readonly entries: Uint32Array,
    private readonly rowCells: number,
  ) {}

  /** @throws DamagedRunError when the file has another size than the manifest says, or the index another checksum */
  static read(fileDescriptor: number, { grid, recordsBytes, indexChecksum }: RunManifest): RunIndex {
    const entriesStart = 8 * (grid.nj + 1);
    const bytes = new Uint8Array(entriesStart + 4 * ENTRY_INTEGERS * grid.ni * grid.nj);
    const { size } = fstatSync(fileDescriptor);
    if (size !== recordsBytes + bytes.length) {
      throw new DamagedRunError(`${VALUES_FILE} has ${size} bytes, not ${recordsBytes + bytes.length}`);
    }
    const bytesRead = readSync(fileDescriptor, bytes, 0, bytes.length, recordsBytes);
    if (bytesRead !== bytes.length || crc32(bytes) !== indexChecksum) {
      throw new DamagedRunError(`the index of ${VALUES_FILE} is damaged: its checksum differs`);
    }
    const rowStarts = new Float64Array(bytes.buffer, 0, grid.nj + 1);
    return new RunIndex(rowStarts, new Uint32Array(bytes.buffer, entriesStart), grid.ni);
  }

  /** Where a record begins, in bytes. */
  start({ y, x }: Cell): number {
    return this.rowStarts[y] + this.entries[ENTRY_INTEGERS * (y * this.rowCells + x)];
  }

  /** Where it ends. */
  end({ y, x }: Cell): number {
    return x + 1 < this.rowCells ? this.start({ y, x: x + 1 }) : this.rowStarts[y + 1];
  }

  /** The CRC-32 of the records of its row before it. */
  sumBefore({ y, x }: Cell): number {
    return x === 0 ? 0 : this.sum({ y, x: x - 1 });
  }

  /** The same, with the record itself. */
  sum({ y, x }: Cell): number {
    return this.entries[ENTRY_INTEGERS * (y * this.rowCells + x) + 1];
  }
}
