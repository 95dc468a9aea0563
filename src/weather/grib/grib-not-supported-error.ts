import { GribError } from './grib-error.js';

/** The input may be valid GRIB2, but it uses an entry of a WMO code table that this decoder does not know. */
export class GribNotSupportedError extends GribError {
  override readonly name = 'GribNotSupportedError';

  /**
   * @param table number of the WMO code (or flag) table, e.g. "5.0"
   * @param value the entry found in the input
   */
  constructor(
    readonly table: string,
    readonly value: number,
  ) {
    super(`GRIB2 code table ${table}: ${value} is not supported`);
  }
}
