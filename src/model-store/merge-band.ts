import { open, type FileHandle } from 'node:fs/promises';
import { type Band } from './pack-band.js';
import { writeFully } from './write-fully.js';

/** Where a band's pieces are, and where its records go. It can be sent to another thread. */
export interface MergeTask {
  band: Band;
  spoolPath: string;
  /** For each window and row of the band the bytes that it takes in the spool, in the order in which it has them. */
  windowRowBytes: number[][];
  statics: SharedArrayBuffer[];
  valuesPath: string;
  /** Where each of the band's rows begins in the values file, and where the last ends. */
  rowStarts: number[];
  /** Where the offsets of all cells begin in the values file. */
  offsetsBytes: number;
}

/** Puts the pieces of a band's cells together into records, and writes them with their offsets. */
export async function mergeBand(task: MergeTask): Promise<void> {
  const { band, windowRowBytes, statics, rowStarts, offsetsBytes } = task;
  const { firstRow, endRow, rowCells } = band;
  const staticCodes = statics.map((codes) => new Uint16Array(codes));
  const offsets = new Uint32Array(rowCells);
  const spool = await open(task.spoolPath, 'r');
  const values = await open(task.valuesPath, 'r+');
  const positions = windowStarts(windowRowBytes);
  try {
    for (let row = firstRow; row < endRow; row++) {
      const lengths = windowRowBytes.map((rows) => rows[row - firstRow]);
      const pieces = await Promise.all(
        lengths.map((lengthBytes, window) => readFully(spool, lengthBytes, positions[window])),
      );
      lengths.forEach((lengthBytes, window) => (positions[window] += lengthBytes));
      const start = rowStarts[row - firstRow];
      const records = new Uint8Array(rowStarts[row - firstRow + 1] - start);
      mergeRow(pieces, staticCodes, row * rowCells, records, offsets);
      await writeFully(values, records, start);
      await writeFully(values, new Uint8Array(offsets.buffer), offsetsBytes + row * offsets.byteLength);
    }
  } finally {
    await spool.close();
    await values.close();
  }
}

/** Where each window begins in a spool that has them one after the other. */
function windowStarts(windowRowBytes: number[][]): number[] {
  let end = 0;
  return windowRowBytes.map((rows) => {
    const start = end;
    end += rows.reduce((sum, bytes) => sum + bytes, 0);
    return start;
  });
}

/** @param pieces of each window those of all cells of the row, each with its length before it */
function mergeRow(
  pieces: Uint8Array[],
  staticCodes: Uint16Array[],
  firstCell: number,
  records: Uint8Array,
  offsets: Uint32Array,
): void {
  const next = pieces.map(() => 0);
  let position = 0;
  for (let cell = 0; cell < offsets.length; cell++) {
    offsets[cell] = position;
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
  }
}

async function readFully(file: FileHandle, lengthBytes: number, positionBytes: number): Promise<Uint8Array> {
  const bytes = new Uint8Array(lengthBytes);
  for (let done = 0; done < lengthBytes;) {
    const { bytesRead } = await file.read(bytes, done, lengthBytes - done, positionBytes + done);
    if (bytesRead === 0) throw new Error('the spool of a run is shorter than what was written');
    done += bytesRead;
  }
  return bytes;
}
