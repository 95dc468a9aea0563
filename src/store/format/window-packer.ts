import { MISSING_CODE } from './run-manifest.js';
import { WINDOW_STEPS, type WindowVariable } from './window-layout.js';

/** The codes of one variable in a window; each array has one code per grid cell. */
export interface WindowCodes {
  layout: WindowVariable;
  /** The last plane of the variable before the window; unused when the variable begins in it. */
  before: Uint16Array;
  /** One for each step of the layout. */
  planes: Uint16Array[];
}

/** Cells whose differences are computed at a time, so that they stay in the CPU cache. */
const STRIP_CELLS = 256;
const LENGTH_BYTES = 2;
const LONGEST_VARIABLE_BYTES = 1 + 2 + 2 * WINDOW_STEPS;

/**
 * Packs the codes of a window, cell by cell, into pieces. A piece is what a cell's record holds of the window:
 *
 * - the widths of the variables in bits, four bits each (15 stands for 16 bits), two in a byte, the first in the lower
 *   half;
 * - variable by variable: the first plane's code in two bytes, if the variable begins here, then the differences of the
 *   codes from those of the plane before (after the layout's shift; a missing code is not shifted), modulo 65,536,
 *   zigzag-encoded, in that many bits each, lowest bit first, padded to whole bytes.
 *
 * Each piece is preceded by its length in two bytes, which records omit. All numbers are little-endian.
 */
export class WindowPacker {
  private readonly zigzag: Uint16Array;
  private readonly widths: Uint8Array;
  private readonly firsts: Uint16Array;
  /** For each cell, the bits set in any of its differences. */
  private readonly used = new Uint16Array(STRIP_CELLS);

  constructor(private readonly window: readonly WindowCodes[]) {
    this.zigzag = new Uint16Array(window.length * STRIP_CELLS * WINDOW_STEPS);
    this.widths = new Uint8Array(window.length * STRIP_CELLS);
    this.firsts = new Uint16Array(window.length * STRIP_CELLS);
  }

  /** Returns the maximum size in bytes of the pieces of some cells. */
  longestBytes(cells: number): number {
    return cells * (LENGTH_BYTES + this.window.length * LONGEST_VARIABLE_BYTES);
  }

  /** Writes the pieces of the cells from `start` up to `end`. Returns where they end in the target. */
  pack(start: number, end: number, target: Uint8Array, offsetBytes: number): number {
    let position = offsetBytes;
    for (let strip = start; strip < end; strip += STRIP_CELLS) {
      const count = Math.min(STRIP_CELLS, end - strip);
      for (let column = 0; column < this.window.length; column++) this.compare(column, strip, count);
      for (let cell = 0; cell < count; cell++) position = this.emit(cell, target, position);
    }
    return position;
  }

  /** Computes the differences and widths of one variable in a strip. */
  private compare(column: number, strip: number, count: number): void {
    const { layout, before, planes } = this.window[column];
    const { zigzag, widths, firsts, used } = this;
    const row = column * STRIP_CELLS;
    used.fill(0);
    for (let k = 0; k < planes.length; k++) {
      const codes = planes[k];
      if (k === 0 && layout.begins) {
        for (let cell = 0; cell < count; cell++) firsts[row + cell] = codes[strip + cell];
        continue;
      }
      const previous = k === 0 ? before : planes[k - 1];
      const shift = layout.shifts[k];
      for (let cell = 0; cell < count; cell++) {
        const from = previous[strip + cell];
        const expected = from === MISSING_CODE ? from : from + shift;
        const difference = ((codes[strip + cell] - expected) << 16) >> 16;
        const folded = ((difference << 1) ^ (difference >> 31)) & 0xffff;
        zigzag[(row + cell) * WINDOW_STEPS + k] = folded;
        used[cell] |= folded;
      }
    }
    for (let cell = 0; cell < count; cell++) widths[row + cell] = nibbleOf(used[cell]);
  }

  private emit(cell: number, target: Uint8Array, start: number): number {
    const { window, widths, firsts, zigzag } = this;
    let position = start + LENGTH_BYTES;
    for (let column = 0; column < window.length; column += 2) {
      const second = column + 1 < window.length ? widths[(column + 1) * STRIP_CELLS + cell] : 0;
      target[position++] = widths[column * STRIP_CELLS + cell] | (second << 4);
    }
    for (let column = 0; column < window.length; column++) {
      const { layout } = window[column];
      const at = column * STRIP_CELLS + cell;
      if (layout.begins) {
        target[position++] = firsts[at] & 0xff;
        target[position++] = firsts[at] >>> 8;
      }
      const width = widthOf(widths[at]);
      if (width === 0) continue;
      const last = at * WINDOW_STEPS + layout.steps.length;
      let bits = 0;
      let held = 0;
      for (let k = at * WINDOW_STEPS + (layout.begins ? 1 : 0); k < last; k++) {
        bits |= zigzag[k] << held;
        held += width;
        for (; held >= 8; held -= 8) {
          target[position++] = bits;
          bits >>>= 8;
        }
      }
      if (held > 0) target[position++] = bits;
    }
    const length = position - start - LENGTH_BYTES;
    target[start] = length & 0xff;
    target[start + 1] = length >>> 8;
    return position;
  }
}

/** Encodes the width of a number in four bits; widths of 15 and 16 both become 15. */
function nibbleOf(number: number): number {
  return Math.min(32 - Math.clz32(number), 15);
}

/** Returns the width that a result of `nibbleOf` stands for. */
export function widthOf(nibble: number): number {
  return nibble === 15 ? 16 : nibble;
}
