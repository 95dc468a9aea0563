import { GribNotSupportedError } from '../grib-not-supported-error.js';
import { type Packing } from './packing.js';

/** A packing whose fields can be listed but not decoded: everything except its number throws. */
export class UnsupportedPacking implements Packing {
  /**
   * @param table the code table, and its entry, that keeps the packing from being supported
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
