import { GribNotSupportedError } from '../grib-not-supported-error.js';
import { type Packing } from './packing.js';

/** A packing whose fields can be listed but not decoded: everything except `template` throws. */
export class UnsupportedPacking implements Packing {
  /**
   * @param table the WMO code table of the unsupported entry
   * @param value the unsupported entry
   */
  constructor(
    readonly template: number,
    private readonly table: string,
    private readonly value: number,
  ) {}

  get referenceValue(): number {
    throw this.error();
  }

  get quantum(): number {
    throw this.error();
  }

  get bitsPerValue(): number {
    throw this.error();
  }

  unpack(): Float64Array {
    throw this.error();
  }

  unpackNumbers(): Float64Array {
    throw this.error();
  }

  private error(): GribNotSupportedError {
    return new GribNotSupportedError(this.table, this.value);
  }
}
