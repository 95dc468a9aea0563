/** The gridded variables in the order of the file. A value is its code × scale, in the unit noted behind it. */
export const CLIMATOLOGY_SCALES = {
  temperature: 0.1, // °C
  dewPoint: 0.1, // °C
  pressure: 0.1, // hPa, at the height of the terrain
  windU: 0.1, // m/s, of the resultant wind
  windV: 0.1,
  cloudCover: 1, // %
  precipitation: 0.1, // mm in a day
} as const;

/** What the climatology has long-term monthly means of; `ozone` in Dobson units. */
export type ClimatologyVariable = keyof typeof CLIMATOLOGY_SCALES | 'ozone';
