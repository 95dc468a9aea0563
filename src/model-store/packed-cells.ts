import { MISSING_CODE } from './run-manifest.js';
import { RunFaultError } from './run-fault-error.js';
import { type RecordLayout } from './record-layout.js';
import { widthOf } from './window-packer.js';

/** Bytes that may be read beyond the last record. */
export const PADDING_BYTES = 4;

/**
 * The records of some cells as they are in the file (WindowPacker says how), from which series are unpacked as they are
 * asked for.
 */
export class PackedCells {
  private readonly view: DataView;
  /** [cell][window][variable]: where the variable's block begins, in bits, and its width; 0 where it has none. */
  private readonly positions: Uint32Array;
  private readonly widths: Uint8Array;

  /**
   * @param starts where each cell's record begins in `bytes`
   * @param ends where it ends
   * @throws RunFaultError when a record does not have the length that its widths make
   */
  constructor(
    private readonly layout: RecordLayout,
    private readonly bytes: Uint8Array,
    private readonly starts: ArrayLike<number>,
    ends: ArrayLike<number>,
  ) {
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    const blocks = layout.windows.length * layout.variableCount;
    this.positions = new Uint32Array(starts.length * blocks);
    this.widths = new Uint8Array(starts.length * blocks);
    for (let cell = 0; cell < starts.length; cell++) {
      const end = this.locateBlocks(cell * blocks, starts[cell] + 2 * layout.staticCount, ends[cell]);
      if (end !== ends[cell])
        throw new RunFaultError(`a record of ${ends[cell] - starts[cell]} bytes is damaged`);
    }
  }

  /**
   * The codes of one variable, [cell][step], MISSING_CODE where the run has no plane.
   * @param endStep the index from which on they may be MISSING_CODE
   */
  codes(variable: number, endStep = this.layout.stepCount): Uint16Array {
    const { stepCount } = this.layout;
    const codes = new Uint16Array(this.starts.length * stepCount).fill(MISSING_CODE);
    for (let cell = 0; cell < this.starts.length; cell++)
      this.unpack(variable, cell, codes, cell * stepCount, endStep);
    return codes;
  }

  /**
   * Adds the codes of one variable in a cell, each times a share, to sums, one for each step of the run; NaN where a
   * code is missing. From the end step on there may be none.
   */
  addShare(variable: number, cell: number, share: number, sums: Float64Array, endStep: number): void {
    const { windows, variableCount, courses } = this.layout;
    const { view, positions, widths } = this;
    const firstBlock = cell * windows.length * variableCount + variable;
    let code = 0;
    for (const { window, begins, steps, shifts } of courses[variable]) {
      if (steps[0] >= endStep) return;
      const block = firstBlock + window * variableCount;
      const width = widths[block];
      const mask = (1 << width) - 1;
      let position = positions[block];
      let k = 0;
      if (begins) {
        code = view.getUint16(position >>> 3, true);
        sums[steps[k++]] += code === MISSING_CODE ? NaN : share * code;
        position += 16;
      }
      for (; k < steps.length; k++) {
        const folded = (view.getUint32(position >>> 3, true) >>> (position & 7)) & mask;
        position += width;
        if (code !== MISSING_CODE) code += shifts[k];
        code = (code + ((folded >>> 1) ^ -(folded & 1))) & 0xffff;
        sums[steps[k]] += code === MISSING_CODE ? NaN : share * code;
      }
    }
  }

  staticCode(cell: number, index: number): number {
    return this.view.getUint16(this.starts[cell] + 2 * index, true);
  }

  /** Notes where the blocks of a record are; returns where it ends. */
  private locateBlocks(firstBlock: number, start: number, end: number): number {
    const { windows, variableCount } = this.layout;
    const { bytes, positions, widths } = this;
    let position = start;
    let row = firstBlock;
    for (const window of windows) {
      let nibbles = position;
      position += (window.length + 1) >>> 1;
      if (position > end) return position;
      for (let place = 0; place < window.length; place++) {
        const { index, begins, steps } = window[place];
        const width = widthOf(place & 1 ? bytes[nibbles++] >>> 4 : bytes[nibbles] & 15);
        positions[row + index] = position * 8;
        widths[row + index] = width;
        position += begins ? 2 + ((width * (steps.length - 1) + 7) >>> 3) : (width * steps.length + 7) >>> 3;
      }
      row += variableCount;
    }
    return position;
  }

  private unpack(variable: number, cell: number, codes: Uint16Array, offset: number, endStep: number): void {
    const { windows, variableCount, courses } = this.layout;
    const { view, positions, widths } = this;
    const firstBlock = cell * windows.length * variableCount + variable;
    let code = 0;
    for (const { window, begins, steps, shifts } of courses[variable]) {
      if (steps[0] >= endStep) return;
      const block = firstBlock + window * variableCount;
      const width = widths[block];
      const mask = (1 << width) - 1;
      let position = positions[block];
      let k = 0;
      if (begins) {
        code = view.getUint16(position >>> 3, true);
        codes[offset + steps[k++]] = code;
        position += 16;
      }
      for (; k < steps.length; k++) {
        const folded = (view.getUint32(position >>> 3, true) >>> (position & 7)) & mask;
        position += width;
        const expected = code === MISSING_CODE ? code : code + shifts[k];
        code = (expected + ((folded >>> 1) ^ -(folded & 1))) & 0xffff;
        codes[offset + steps[k]] = code;
      }
    }
  }
}
