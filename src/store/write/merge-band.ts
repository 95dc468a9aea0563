import { open, type FileHandle } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import { type Band } from './pack-band.js';
import { ENTRY_INTEGERS } from '../format/run-index.js';
import { writeFully } from './write-fully.js';

/** Where a band's pieces are, and where its records go. Can be sent to another thread. */
export interface MergeTask {
  band: Band;
  spoolPath: string;
  /** For each window and row of the band, its size in the spool, in spool order. */
  windowRowBytes: number[][];
  statics: SharedArrayBuffer[];
  valuesPath: string;
  /** Where each of the band's rows begins in the values file, and where the last one ends. */
  rowStarts: number[];
  /** Where the index entries of all cells begin in the values file. */
  entriesBytes: number;
}

/** Merges the pieces of a band's cells into records, and writes them with their index entries. */
export async function mergeBand(task: MergeTask): Promise<void> {
  const { band, windowRowBytes, statics, rowStarts, entriesBytes } = task;
  const { firstRow, endRow, rowCells } = band;
  const staticCodes = statics.map((codes) => new Uint16Array(codes));
  const entries = new Uint32Array(ENTRY_INTEGERS * rowCells);
  const spool = await open(task.spoolPath, 'r');
  const values = await open(task.valuesPath, 'r+');
  const positions = windowStarts(windowRowBytes);
  // Reused for all rows, since an allocation per row would pile up until garbage collection.
  const rooms = windowRowBytes.map((rows) => new Uint8Array(Math.max(...rows)));
  const recordsRoom = new Uint8Array(longestRow(rowStarts));
  try {
    for (let row = firstRow; row < endRow; row++) {
      const pieces = windowRowBytes.map((rows, window) => rooms[window].subarray(0, rows[row - firstRow]));
      await Promise.all(pieces.map((piece, window) => readFully(spool, piece, positions[window])));
      pieces.forEach(({ length }, window) => (positions[window] += length));
      const start = rowStarts[row - firstRow];
      const records = recordsRoom.subarray(0, rowStarts[row - firstRow + 1] - start);
      mergeRow(pieces, staticCodes, row * rowCells, records, entries);
      await writeFully(values, records, start);
      await writeFully(values, new Uint8Array(entries.buffer), entriesBytes + row * entries.byteLength);
    }
    // No longer in use. Freed now, since the next band may start before garbage collection.
    for (const { buffer } of [...rooms, recordsRoom]) buffer.transfer(0);
  } finally {
    await spool.close();
    await values.close();
  }
}

/** Returns where each window begins in a spool that stores them one after the other. */
function windowStarts(windowRowBytes: number[][]): number[] {
  let end = 0;
  return windowRowBytes.map((rows) => {
    const start = end;
    end += rows.reduce((sum, bytes) => sum + bytes, 0);
    return start;
  });
}

/** @param pieces for each window, the pieces of all cells of the row, each preceded by its length */
function mergeRow(
  pieces: Uint8Array[],
  staticCodes: Uint16Array[],
  firstCell: number,
  records: Uint8Array,
  entries: Uint32Array,
): void {
  const next = pieces.map(() => 0);
  let position = 0;
  let sum = 0;
  for (let cell = 0; cell < entries.length / ENTRY_INTEGERS; cell++) {
    const start = position;
    for (const codes of staticCodes) {
      const code = codes[firstCell + cell];
      records[position++] = code & 0xff;
      records[position++] = code >>> 8;
    }
    for (let window = 0; window < pieces.length; window++) {
      const piece = pieces[window];
      let from = next[window];
      const end = from + 2 + (piece[from] | (piece[from + 1] << 8));
      for (from += 2; from < end; from++) records[position++] = piece[from];
      next[window] = end;
    }
    sum = crc32(records.subarray(start, position), sum);
    entries[ENTRY_INTEGERS * cell] = start;
    entries[ENTRY_INTEGERS * cell + 1] = sum;
  }
}

function longestRow(rowStarts: number[]): number {
  return rowStarts.reduce((longest, start, i) => Math.max(longest, start - (rowStarts[i - 1] ?? start)), 0);
}

async function readFully(file: FileHandle, target: Uint8Array, positionBytes: number): Promise<void> {
  for (let done = 0; done < target.length;) {
    const { bytesRead } = await file.read(target, done, target.length - done, positionBytes + done);
    if (bytesRead === 0) throw new Error('the spool of a run is shorter than what was written');
    done += bytesRead;
  }
}
