import { defineModel } from '../define-model.js';
import { type Member, type Product } from '../model.js';
import { GEFS_QUANTILE_RECORDS, GEFS_RECORDS } from './gefs.records.js';

const PERTURBED_MEMBERS = 30;

const STEPS = [{ everyHours: 3, untilHours: 240 }];

/** 0.5°, with the most commonly used records. */
const PGRB2A: Product = { ...product('pgrb2a.0p50', 'pgrb2ap5'), stepBytes: 0.1e6 };
/** 0.25°, with about 40 surface records. */
const PGRB2S = product('pgrb2s.0p25', 'pgrb2sp25');

const resolutions = (half: Product[], quarter: Product) => ({
  '0p50': { degrees: 0.5, steps: STEPS, products: half },
  '0p25': { degrees: 0.25, steps: STEPS, products: [quarter] },
});

const WITH_QUANTILES: Product = { ...PGRB2S, stepBytes: 3.5e6 };

/** NCEP's Global Ensemble Forecast System, in NOAA's public bucket or a mirror of it. */
export const gefs = defineModel({
  name: 'gefs',
  title: 'NOAA/NCEP Global Ensemble Forecast System',
  attribution: 'NOAA/NCEP Global Ensemble Forecast System (GEFS), public domain',
  // The bucket has runs since then; those with 31 members in this layout began in September 2020.
  existsSince: '2017-01-01T00:00:00Z',
  runs: [{ hoursUtc: [0, 6, 12, 18], firstStepDelayMinutes: 240, lastStepDelayMinutes: 390 }],
  baseUrls: ['https://noaa-gefs-pds.s3.amazonaws.com'],
  resolutions: resolutions([PGRB2A, PGRB2S], { ...PGRB2S, stepBytes: 0.27e6 }),
  defaultResolution: '0p50',
  records: GEFS_RECORDS,
  ensemble: {
    members: [
      { name: 'c00', number: 0, inventory: 'ENS=low-res ctl' },
      ...Array.from({ length: PERTURBED_MEMBERS }, (_, i) => perturbed(i + 1)),
    ],
    leastMembers: 10,
    quantiles: {
      records: GEFS_QUANTILE_RECORDS,
      resolutions: resolutions([WITH_QUANTILES], WITH_QUANTILES),
    },
  },
});

function perturbed(number: number): Member {
  return { name: `p${String(number).padStart(2, '0')}`, number, inventory: `ENS=+${number}` };
}

function product(name: string, folder: string): Product {
  const file = `gefs.{YYYYMMDD}/{HH}/atmos/${folder}/ge{MEMBER}.t{HH}z.${name}.f{FFF}`;
  return { name, file, inventory: { path: `${file}.idx`, format: 'wgrib2' } };
}
