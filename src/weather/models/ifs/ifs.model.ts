import { defineModel } from '../define-model.js';
import { ECMWF_BASE_URLS, ecmwfAttribution, openData } from '../ecmwf/ecmwf.source.js';
import { IFS_RECORDS } from './ifs.records.js';

const STEP_BYTES = 8.0e6;

/** ECMWF's Integrated Forecasting System, from ECMWF's open data. */
export const ifs = defineModel({
  name: 'ifs',
  title: 'ECMWF Integrated Forecasting System',
  openMeteoNames: ['ecmwf_ifs025', 'ecmwf_ifs'],
  attribution: ecmwfAttribution('ECMWF Integrated Forecasting System (IFS)'),
  // Since then the open data have 0.25° in this layout.
  existsSince: '2024-02-29T00:00:00Z',
  // All steps of a run appear at once.
  runs: [
    { hoursUtc: [0, 12], firstStepDelayMinutes: 454, lastStepDelayMinutes: 454 },
    { hoursUtc: [6, 18], firstStepDelayMinutes: 387, lastStepDelayMinutes: 387, lastStepHours: 144 },
  ],
  baseUrls: ECMWF_BASE_URLS,
  resolutions: {
    '0p25': {
      degrees: 0.25,
      steps: [
        { everyHours: 3, untilHours: 144 },
        { everyHours: 6, untilHours: 360 },
      ],
      // Before Cycle 50r1 (2026-05-12) the runs of 06 and 18 UTC were in a separate stream.
      products: [openData('ifs', 'oper', STEP_BYTES), openData('ifs', 'scda', STEP_BYTES)],
    },
  },
  defaultResolution: '0p25',
  records: IFS_RECORDS,
});
