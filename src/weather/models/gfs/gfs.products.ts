import { type StepFiles } from '../model.js';

/** Size of the ingested records of a step, by grid. */
const STEP_BYTES: Record<string, number> = { '1p00': 1.0e6, '0p50': 3.5e6, '0p25': 10.9e6 };

/** The layout of NOAA's bucket from March 2021 on (with the directory `atmos`) up to GFS v16. */
export function pgrb2(grid: string): StepFiles {
  return product(`pgrb2.${grid}`, `gfs.{YYYYMMDD}/{HH}/atmos/gfs.t{HH}z.pgrb2.${grid}.f{FFF}`, grid);
}

/** The layout of GFS v17, which has only 0.25°. Its `pres_a` files have the records of `pgrb2`. */
export const PRES_A = product(
  'pres_a.0p25',
  'gfs.{YYYYMMDD}/{HH}/products/atmos/grib2/0p25/gfs.t{HH}z.pres_a.0p25.f{FFF}.grib2',
  '0p25',
);

function product(name: string, file: string, grid: string): StepFiles {
  return {
    name,
    stepBytes: STEP_BYTES[grid],
    file,
    inventory: { path: `${file}.idx`, format: 'wgrib2' },
  };
}
