import { defineModel } from '../define-model.js';
import { ECMWF_RECORDS } from '../ecmwf/ecmwf.records.js';
import { ECMWF_BASE_URLS, ecmwfAttribution, openData } from '../ecmwf/ecmwf.source.js';

/** The single forecast of ECMWF's Artificial Intelligence Forecasting System. It has no gust, visibility or CAPE. */
export const aifs = defineModel({
  name: 'aifs',
  title: 'ECMWF Artificial Intelligence Forecasting System',
  openMeteoNames: ['ecmwf_aifs025', 'ecmwf_aifs025_single'],
  attribution: ecmwfAttribution('ECMWF Artificial Intelligence Forecasting System (AIFS)'),
  // Its first operational run.
  existsSince: '2025-02-25T06:00:00Z',
  runs: [{ hoursUtc: [0, 6, 12, 18], firstStepDelayMinutes: 345, lastStepDelayMinutes: 345 }],
  baseUrls: ECMWF_BASE_URLS,
  resolutions: {
    '0p25': {
      degrees: 0.25,
      steps: [{ everyHours: 6, untilHours: 360 }],
      products: [openData('aifs-single', 'oper', 5.6e6)],
    },
  },
  defaultResolution: '0p25',
  records: ECMWF_RECORDS,
});
