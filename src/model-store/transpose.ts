import { MISSING_CODE } from './run-manifest.js';
import { NO_PLANE } from './run-planes.js';

/** Cells gathered side by side: 32 codes of two bytes are one line of the processor's cache. */
const TILE_CELLS = 32;

/**
 * Turns the cells `start`..`end` of a strip of planes into records.
 *
 * @param codes [plane][cell], `stripLength` cells for each plane
 * @param sources for each place of a record the index of its plane, or NO_PLANE for codes that are all missing
 * @param records receives [cell][place of the record], (end - start) × sources.length codes
 */
export function transposeStrip(
  codes: Uint16Array,
  stripLength: number,
  start: number,
  end: number,
  sources: number[],
  records: Uint16Array,
): void {
  const length = sources.length;
  for (let tile = start; tile < end; tile += TILE_CELLS) {
    const tileEnd = Math.min(tile + TILE_CELLS, end);
    for (let place = 0; place < length; place++) {
      const absent = sources[place] === NO_PLANE;
      const from = sources[place] * stripLength;
      let target = (tile - start) * length + place;
      for (let cell = tile; cell < tileEnd; cell++, target += length) {
        records[target] = absent ? MISSING_CODE : codes[from + cell];
      }
    }
  }
}
