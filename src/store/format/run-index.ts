import { fstatSync, readSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import { type Cell } from './cell.js';
import { DamagedRunError } from './damaged-run-error.js';
import { type RunManifest, VALUES_FILE } from './run-manifest.js';

/** Per record, two 4-byte integers: where it begins in its row, and the CRC-32 of the row up to its end. */
export const ENTRY_INTEGERS = 2;

/** The locations and checksums of a run's records in its values file; see RunManifest. */
export class RunIndex {
  private constructor(
    private readonly rowStarts: Float64Array,
    private readonly entries: Uint32Array,
    private readonly rowCells: number,
  ) {}

  /** @throws DamagedRunError when the file's size or the index's checksum differs from the manifest */
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

  /** Returns the byte offset where a record begins. */
  start({ y, x }: Cell): number {
    return this.rowStarts[y] + this.entries[ENTRY_INTEGERS * (y * this.rowCells + x)];
  }

  /** Returns the byte offset where a record ends. */
  end({ y, x }: Cell): number {
    return x + 1 < this.rowCells ? this.start({ y, x: x + 1 }) : this.rowStarts[y + 1];
  }

  /** Returns the CRC-32 of the records before this one in its row. */
  sumBefore({ y, x }: Cell): number {
    return x === 0 ? 0 : this.sum({ y, x: x - 1 });
  }

  /** Returns the CRC-32 of the records of its row up to and including this one. */
  sum({ y, x }: Cell): number {
    return this.entries[ENTRY_INTEGERS * (y * this.rowCells + x) + 1];
  }
}
