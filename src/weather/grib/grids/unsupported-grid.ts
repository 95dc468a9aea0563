import { GribNotSupportedError } from '../grib-not-supported-error.js';

/** A grid whose values can be decoded in file order, but not placed on the earth. */
export class UnsupportedGrid {
  readonly kind = 'unsupported';

  /**
   * @param template WMO code table 3.1
   * @param table the WMO code table of the unsupported entry
   * @param value the unsupported entry
   */
  constructor(
    readonly template: number,
    readonly pointCount: number,
    private readonly table: string,
    private readonly value: number,
  ) {}

  /** Always throws a GribNotSupportedError. */
  toNorthWestOrder(): never {
    throw new GribNotSupportedError(this.table, this.value);
  }
}
