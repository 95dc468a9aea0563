import { type Model } from '../model.js';
import { GFS_RECORDS } from './gfs.records.js';

/** NCEP's Global Forecast System in the layout of NOAA's public bucket, with the directory `atmos` (since March 2021). */
export const gfs: Model = {
  name: 'gfs',
  title: 'NOAA/NCEP Global Forecast System',
  attribution: 'NOAA/NCEP Global Forecast System (GFS), public domain',
  // NCEP's aviation and medium-range forecasts (AVN, MRF) became the GFS in the course of 2002.
  existsSince: new Date('2002-01-01T00:00:00Z'),
  runHoursUtc: [0, 6, 12, 18],
  resolutions: {
    '1p00': { degrees: 1, steps: (maxStepHours) => everyHours(3, 0, Math.min(maxStepHours, 384)) },
    '0p50': { degrees: 0.5, steps: (maxStepHours) => everyHours(3, 0, Math.min(maxStepHours, 384)) },
    '0p25': {
      degrees: 0.25,
      steps: (maxStepHours) => [
        ...everyHours(1, 0, Math.min(maxStepHours, 120)),
        ...everyHours(3, 123, Math.min(maxStepHours, 384)),
      ],
    },
  },
  firstStepDelayMinutes: 210,
  lastStepDelayMinutes: 300,
  filePath(run, resolution, stepHours) {
    const date = run.toISOString().slice(0, 10).replaceAll('-', '');
    const hour = run.toISOString().slice(11, 13);
    const step = String(stepHours).padStart(3, '0');
    return `gfs.${date}/${hour}/atmos/gfs.t${hour}z.pgrb2.${resolution}.f${step}`;
  },
  inventorySuffix: '.idx',
  records: GFS_RECORDS,
};

function everyHours(intervalHours: number, firstHours: number, lastHours: number): number[] {
  const count = Math.max(0, Math.floor((lastHours - firstHours) / intervalHours) + 1);
  return Array.from({ length: count }, (_, i) => firstHours + i * intervalHours);
}
