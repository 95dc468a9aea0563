/** The input is not the GRIB2 (or inventory) it claims to be. The message names the section (or line) and the fault. */
export class GribError extends Error {
  override readonly name: string = 'GribError';
}
