import { type StepFiles } from '../model.js';

/** The layout of NOAA's bucket from March 2021 on (with the directory `atmos`) up to GFS v16. */
export function pgrb2(grid: string): StepFiles {
  return product(`pgrb2.${grid}`, `gfs.{YYYYMMDD}/{HH}/atmos/gfs.t{HH}z.pgrb2.${grid}.f{FFF}`);
}

/** The layout of GFS v17, which has 0.25° alone. The records of `pgrb2` are in its files `pres_a`. */
export const PRES_A = product(
  'pres_a.0p25',
  'gfs.{YYYYMMDD}/{HH}/products/atmos/grib2/0p25/gfs.t{HH}z.pres_a.0p25.f{FFF}.grib2',
);

function product(name: string, file: string): StepFiles {
  return { name, file, inventory: { path: `${file}.idx`, format: 'wgrib2' } };
}
