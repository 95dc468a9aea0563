import { open } from 'node:fs/promises';
import { type WindowVariable } from '../format/window-layout.js';
import { WindowPacker } from '../format/window-packer.js';
import { writeFully } from './write-fully.js';

const BUFFER_BYTES = 1024 * 1024;

/** A range of grid rows that one thread processes. */
export interface Band {
  firstRow: number;
  endRow: number;
  /** Points per row. */
  rowCells: number;
}

/** What to pack of one window, and where to write it. Can be sent to another thread. */
export interface PackTask {
  band: Band;
  window: { layout: WindowVariable; before: SharedArrayBuffer | undefined; planes: SharedArrayBuffer[] }[];
  spoolPath: string;
  positionBytes: number;
}

/**
 * Packs a band of a window and writes the pieces to its spool, row by row.
 * @returns the size of each row in bytes
 */
export async function packBand({ band, window, spoolPath, positionBytes }: PackTask): Promise<number[]> {
  const packer = new WindowPacker(
    window.map(({ layout, before, planes }) => ({
      layout,
      before: new Uint16Array(before ?? planes[0]),
      planes: planes.map((codes) => new Uint16Array(codes)),
    })),
  );
  const { firstRow, endRow, rowCells } = band;
  const longestRowBytes = packer.longestBytes(rowCells);
  const buffer = new Uint8Array(Math.max(BUFFER_BYTES, longestRowBytes));
  const rowBytes: number[] = [];
  const file = await open(spoolPath, 'r+');
  let written = positionBytes;
  let filled = 0;
  const flush = async () => {
    await writeFully(file, buffer.subarray(0, filled), written);
    written += filled;
    filled = 0;
  };
  try {
    for (let row = firstRow; row < endRow; row++) {
      if (filled + longestRowBytes > buffer.length) await flush();
      const end = packer.pack(row * rowCells, (row + 1) * rowCells, buffer, filled);
      rowBytes.push(end - filled);
      filled = end;
    }
    await flush();
    // No longer in use. Freed now, since the next band may start before garbage collection.
    buffer.buffer.transfer(0);
  } finally {
    await file.close();
  }
  return rowBytes;
}
