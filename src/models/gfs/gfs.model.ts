import { type Model } from '../model.js';
import { pgrb2, PRES_A } from './gfs.products.js';
import { GFS_RECORDS } from './gfs.records.js';

/** NCEP's Global Forecast System, in NOAA's public bucket or a mirror of it. */
export const gfs: Model = {
  name: 'gfs',
  title: 'NOAA/NCEP Global Forecast System',
  attribution: 'NOAA/NCEP Global Forecast System (GFS), public domain',
  // NCEP's aviation and medium-range forecasts (AVN, MRF) became the GFS in the course of 2002.
  existsSince: new Date('2002-01-01T00:00:00Z'),
  runHoursUtc: [0, 6, 12, 18],
  resolutions: {
    '1p00': {
      degrees: 1,
      steps: (maxStepHours) => everyHours(3, 0, Math.min(maxStepHours, 384)),
      products: [pgrb2('1p00'), pgrb2('0p25'), PRES_A],
    },
    '0p50': {
      degrees: 0.5,
      steps: (maxStepHours) => everyHours(3, 0, Math.min(maxStepHours, 384)),
      products: [pgrb2('0p50'), pgrb2('0p25'), PRES_A],
    },
    '0p25': {
      degrees: 0.25,
      steps: (maxStepHours) => [
        ...everyHours(1, 0, Math.min(maxStepHours, 120)),
        ...everyHours(3, 123, Math.min(maxStepHours, 384)),
      ],
      products: [pgrb2('0p25'), PRES_A],
    },
  },
  firstStepDelayMinutes: 210,
  lastStepDelayMinutes: 300,
  records: GFS_RECORDS,
};

function everyHours(intervalHours: number, firstHours: number, lastHours: number): number[] {
  const count = Math.max(0, Math.floor((lastHours - firstHours) / intervalHours) + 1);
  return Array.from({ length: count }, (_, i) => firstHours + i * intervalHours);
}
