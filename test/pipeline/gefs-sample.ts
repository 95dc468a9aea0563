import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { sharedData } from '../support/shared-data.js';

export const FOLDER = 'gefs.20200804/12/atmos/pgrb2sp25';
export const RUN = ['--model', 'gefs', '--run', '2020-08-04T12'];
/** All members of the shared data. */
export const MEMBERS = ['c00', ...Array.from({ length: 10 }, (_, i) => `p${String(i + 1).padStart(2, '0')}`)];
export const STEPS = [0, 6, 12];
export const [COLUMNS, ROWS] = [49, 33];

export const GEFS_ROOT = join(sharedData ?? '', 'gefs');
export const fileOf = (folder: string, member: string, step: number) =>
  join(folder, FOLDER, `ge${member}.t12z.pgrb2s.0p25.f${String(step).padStart(3, '0')}`);
export const settings = (source: string, resolution: string, quantiles: 'on' | 'off') => ({
  GEFS_BASE_URL: pathToFileURL(source).href,
  GEFS_RESOLUTION: resolution,
  GEFS_QUANTILES: quantiles,
});
