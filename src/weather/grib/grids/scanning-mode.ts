/** The order of a grid's points in the file, WMO flag table 3.4, bits 1 to 4. */
export class ScanningMode {
  /** Whether the points of a row run from east to west. */
  readonly westwards: boolean;
  /** Whether the rows run from south to north. */
  readonly northwards: boolean;
  private readonly columnsFirst: boolean;
  private readonly alternating: boolean;

  constructor(flags: number) {
    this.westwards = (flags & 0x80) !== 0;
    this.northwards = (flags & 0x40) !== 0;
    this.columnsFirst = (flags & 0x20) !== 0;
    this.alternating = (flags & 0x10) !== 0;
  }

  /**
   * Reorders values from file order into rows from north to south, each from west to east.
   * @param ni points per row
   * @param nj number of rows
   * @returns a new array, or the given one if it is already in that order
   */
  toNorthWestOrder(values: Float64Array, ni: number, nj: number): Float64Array {
    if (!this.westwards && !this.northwards && !this.columnsFirst && !this.alternating) return values;
    // A line is a row, or a column if the file stores points column by column.
    const { lines, lineLength, lineStride, pointStride } = this.columnsFirst
      ? { lines: ni, lineLength: nj, lineStride: 1, pointStride: ni }
      : { lines: nj, lineLength: ni, lineStride: ni, pointStride: 1 };
    const linesReversed = this.columnsFirst ? this.westwards : this.northwards;
    const pointsReversed = this.columnsFirst ? this.northwards : this.westwards;
    const ordered = new Float64Array(values.length);
    let source = 0;
    for (let line = 0; line < lines; line++) {
      const reversed = pointsReversed !== (this.alternating && line % 2 === 1);
      const step = reversed ? -pointStride : pointStride;
      let target = (linesReversed ? lines - 1 - line : line) * lineStride;
      if (reversed) target += (lineLength - 1) * pointStride;
      for (let point = 0; point < lineLength; point++) {
        ordered[target] = values[source++];
        target += step;
      }
    }
    return ordered;
  }
}
