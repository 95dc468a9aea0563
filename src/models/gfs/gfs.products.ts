import { type Product } from '../model.js';

/** The layout of NOAA's bucket from March 2021 on (with the directory `atmos`) up to GFS v16. */
export function pgrb2(grid: string): Product {
  return {
    name: `pgrb2.${grid}`,
    filePath(run, stepHours) {
      const { date, hour, step } = labelsOf(run, stepHours);
      return `gfs.${date}/${hour}/atmos/gfs.t${hour}z.pgrb2.${grid}.${step}`;
    },
    inventorySuffix: '.idx',
  };
}

/** The layout of GFS v17, which has 0.25° alone. The records of `pgrb2` are in its files `pres_a`. */
export const PRES_A: Product = {
  name: 'pres_a.0p25',
  filePath(run, stepHours) {
    const { date, hour, step } = labelsOf(run, stepHours);
    return `gfs.${date}/${hour}/products/atmos/grib2/0p25/gfs.t${hour}z.pres_a.0p25.${step}.grib2`;
  },
  inventorySuffix: '.idx',
};

function labelsOf(run: Date, stepHours: number): { date: string; hour: string; step: string } {
  const time = run.toISOString();
  return {
    date: time.slice(0, 10).replaceAll('-', ''),
    hour: time.slice(11, 13),
    step: `f${String(stepHours).padStart(3, '0')}`,
  };
}
