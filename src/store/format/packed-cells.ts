import { type CodeLimits, type PlaneLimits } from './code-limits.js';
import { DamagedRunError } from './damaged-run-error.js';
import { MISSING_CODE } from './run-manifest.js';
import { type RecordLayout, type WindowBlocks } from './record-layout.js';
import { widthOf } from './window-packer.js';

/** Bytes that may be read beyond the last record. */
export const PADDING_BYTES = 4;

/** A block is located by a number: its byte offset, shifted left by this, plus its width in bits. */
const WIDTH_BITS = 5;
const WIDTH_MASK = (1 << WIDTH_BITS) - 1;

/** For each byte of two widths, the sum of both. */
const SUM_OF_WIDTHS = Uint8Array.from({ length: 256 }, (_, byte) => widthOf(byte & 15) + widthOf(byte >>> 4));

/** The records of some cells as they are in the file (see WindowPacker). Variables are unpacked on demand. */
export class PackedCells {
  private readonly view: DataView;
  /** [cell][variable][window], or [cell][window] of the only variable; 0 where it has no block. */
  private readonly blocks: Uint32Array;
  private readonly rowsOfCell: number;

  /**
   * @param starts where each cell's record begins in `bytes`
   * @param ends where it ends
   * @param limits codes outside of them count as missing
   * @param only the only variable that will be read; locating one is faster than locating all
   * @throws DamagedRunError when a record does not have the length that its widths imply
   */
  constructor(
    private readonly layout: RecordLayout,
    private readonly bytes: Uint8Array,
    private readonly starts: ArrayLike<number>,
    ends: ArrayLike<number>,
    private readonly limits?: CodeLimits,
    private readonly only?: number,
  ) {
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    this.rowsOfCell = only === undefined ? layout.variableCount : 1;
    this.blocks = new Uint32Array(starts.length * this.rowsOfCell * layout.windows.length);
    for (let cell = 0; cell < starts.length; cell++) {
      const start = starts[cell] + 2 * layout.staticCount;
      const found =
        only === undefined
          ? this.locateAll(cell, start, ends[cell])
          : this.locateOnly(only, cell, start, ends[cell]);
      if (found !== ends[cell])
        throw new DamagedRunError(`a record of ${ends[cell] - starts[cell]} bytes is damaged`);
    }
  }

  /** Returns the number of planes that a variable has before a step of the run. */
  planesBefore(variable: number, endStep: number): number {
    const { steps } = this.layout.courses[variable];
    let planes = Math.min(steps.length, endStep);
    while (planes > 0 && steps[planes - 1] >= endStep) planes--;
    return planes;
  }

  /** Writes the codes of a variable's first planes in a cell. Returns whether any of them is missing. */
  unpack(variable: number, cell: number, planes: number, codes: Uint16Array, offset = 0): boolean {
    if (planes === 0) return false;
    const { windows, ends, shifts, isShifted } = this.layout.courses[variable];
    const { view, blocks } = this;
    const row = this.rowOf(variable, cell);
    let block = blocks[row + windows[0]];
    let code = view.getUint16(block >>> WIDTH_BITS, true);
    codes[offset] = code;
    let carry = code + 1;
    let bit = (block >>> WIDTH_BITS) * 8 + 16;
    for (let i = 0, k = 1; k < planes; i++) {
      if (i > 0) {
        block = blocks[row + windows[i]];
        bit = (block >>> WIDTH_BITS) * 8;
      }
      const width = block & WIDTH_MASK;
      const mask = (1 << width) - 1;
      const end = Math.min(ends[i], planes);
      if (!isShifted) {
        for (; k < end; k++, bit += width) {
          const folded = (view.getUint32(bit >>> 3, true) >>> (bit & 7)) & mask;
          code = (code + ((folded >>> 1) ^ -(folded & 1))) & 0xffff;
          codes[offset + k] = code;
          carry |= code + 1;
        }
        continue;
      }
      for (; k < end; k++) {
        const folded = (view.getUint32(bit >>> 3, true) >>> (bit & 7)) & mask;
        bit += width;
        const expected = code === MISSING_CODE ? code : code + shifts[k];
        code = (expected + ((folded >>> 1) ^ -(folded & 1))) & 0xffff;
        codes[offset + k] = code;
        carry |= code + 1;
      }
    }
    const limits = this.limits?.variables[variable];
    return (limits !== undefined && dropOutside(limits, codes, offset, planes)) || carry > MISSING_CODE;
  }

  staticCode(cell: number, index: number): number {
    const code = this.view.getUint16(this.starts[cell] + 2 * index, true);
    if (!this.limits) return code;
    const { first, last } = this.limits.statics[index];
    return code >= first && code <= last ? code : MISSING_CODE;
  }

  private rowOf(variable: number, cell: number): number {
    const row = this.only === undefined ? cell * this.rowsOfCell + variable : cell;
    return row * this.layout.windows.length;
  }

  /** Locates the blocks of a record. Returns where it ends. */
  private locateAll(cell: number, start: number, end: number): number {
    const { windows } = this.layout;
    const { bytes, blocks } = this;
    const row = this.rowOf(0, cell);
    let position = start;
    for (let window = 0; window < windows.length; window++) {
      const { variables, codeBytes, differences } = windows[window];
      let nibbles = position;
      position += (variables.length + 1) >>> 1;
      if (position > end) return position;
      for (let column = 0; column < variables.length; column++) {
        const width = widthOf(column & 1 ? bytes[nibbles++] >>> 4 : bytes[nibbles] & 15);
        blocks[row + variables[column] * windows.length + window] = (position << WIDTH_BITS) | width;
        position += codeBytes[column] + ((width * differences[column] + 7) >>> 3);
      }
    }
    return position;
  }

  /** Like `locateAll`, for the blocks of one variable. */
  private locateOnly(variable: number, cell: number, start: number, end: number): number {
    const { windows, courses } = this.layout;
    const { bytes, blocks } = this;
    const { windows: itsWindows, columns } = courses[variable];
    const row = this.rowOf(variable, cell);
    let position = start;
    for (let window = 0, next = 0; window < windows.length; window++) {
      const layout = windows[window];
      const count = layout.variables.length;
      const widths = position;
      position += (count + 1) >>> 1;
      if (position > end) return position;
      if (itsWindows[next] === window) {
        const column = columns[next++];
        const block = position + bytesOf(layout, bytes, widths, column);
        blocks[row + window] = (block << WIDTH_BITS) | widthAt(bytes, widths, column);
      }
      position += bytesOf(layout, bytes, widths, count);
    }
    return position;
  }
}

/** Makes codes missing that are not to be believed. Returns whether any is missing. */
function dropOutside(
  { first, last }: PlaneLimits,
  codes: Uint16Array,
  offset: number,
  planes: number,
): boolean {
  let isAny = false;
  for (let k = 0; k < planes; k++) {
    const code = codes[offset + k];
    if (code >= first[k] && code <= last[k]) continue;
    codes[offset + k] = MISSING_CODE;
    isAny = true;
  }
  return isAny;
}

function widthAt(bytes: Uint8Array, widths: number, column: number): number {
  const byte = bytes[widths + (column >>> 1)];
  return widthOf(column & 1 ? byte >>> 4 : byte & 15);
}

/** Returns the size in bytes of a window's first blocks. */
function bytesOf(window: WindowBlocks, bytes: Uint8Array, widths: number, columns: number): number {
  let sum = 0;
  if (window.isRegular) {
    for (let pair = 0; pair < columns >>> 1; pair++) sum += SUM_OF_WIDTHS[bytes[widths + pair]];
    return columns & 1 ? sum + widthAt(bytes, widths, columns - 1) : sum;
  }
  for (let column = 0; column < columns; column++) {
    const bits = widthAt(bytes, widths, column) * window.differences[column];
    sum += window.codeBytes[column] + ((bits + 7) >>> 3);
  }
  return sum;
}
