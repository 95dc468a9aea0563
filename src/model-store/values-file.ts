import { open } from 'node:fs/promises';
import { type PlaneSpool, writeFully } from './plane-spool.js';
import { transposeStrip } from './transpose.js';

/** Cells whose records are put together in memory before they are written: 5,000 planes make 2.6 MB. */
const BLOCK_CELLS = 256;

/**
 * Writes the records of all cells to a new file and makes them durable.
 *
 * @param order for each place of a record the index of its plane in the spool, or NO_PLANE
 */
export async function writeValuesFile(path: string, spool: PlaneSpool, order: number[]): Promise<void> {
  const file = await open(path, 'wx');
  try {
    const block = new Uint16Array(BLOCK_CELLS * order.length);
    let positionBytes = 0;
    for await (const { codes, length } of spool.strips()) {
      for (let cell = 0; cell < length; cell += BLOCK_CELLS) {
        const end = Math.min(cell + BLOCK_CELLS, length);
        const records = block.subarray(0, (end - cell) * order.length);
        transposeStrip(codes, length, cell, end, order, records);
        await writeFully(file, records, positionBytes);
        positionBytes += records.byteLength;
      }
    }
    await file.sync();
  } finally {
    await file.close();
  }
}
