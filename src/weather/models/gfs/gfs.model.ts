import { defineModel } from '../define-model.js';
import { pgrb2, PRES_A } from './gfs.products.js';
import { GFS_RECORDS } from './gfs.records.js';

const THREE_HOURLY = [{ everyHours: 3, untilHours: 384 }];

/** NCEP's Global Forecast System, in NOAA's public bucket or a mirror of it. */
export const gfs = defineModel({
  name: 'gfs',
  title: 'NOAA/NCEP Global Forecast System',
  openMeteoNames: ['gfs_seamless', 'gfs_global'],
  attribution: 'NOAA/NCEP Global Forecast System (GFS), public domain',
  // NCEP's aviation and medium-range forecasts (AVN, MRF) became the GFS in the course of 2002.
  existsSince: '2002-01-01T00:00:00Z',
  runs: [{ hoursUtc: [0, 6, 12, 18], firstStepDelayMinutes: 210, lastStepDelayMinutes: 300 }],
  baseUrls: ['https://noaa-gfs-bdp-pds.s3.amazonaws.com'],
  resolutions: {
    '1p00': { degrees: 1, steps: THREE_HOURLY, products: [pgrb2('1p00'), pgrb2('0p25'), PRES_A] },
    '0p50': { degrees: 0.5, steps: THREE_HOURLY, products: [pgrb2('0p50'), pgrb2('0p25'), PRES_A] },
    '0p25': {
      degrees: 0.25,
      steps: [
        { everyHours: 1, untilHours: 120 },
        { everyHours: 3, untilHours: 384 },
      ],
      products: [pgrb2('0p25'), PRES_A],
    },
  },
  defaultResolution: '1p00',
  records: GFS_RECORDS,
});
