import { defineModel } from '../define-model.js';
import { IFS_RECORDS } from './ifs.records.js';

const FILE = '{YYYYMMDD}/{HH}z/ifs/0p25/oper/{YYYYMMDD}{HH}0000-{F}h-oper-fc';

/** ECMWF's Integrated Forecasting System, as its open data have it. */
export const ifs = defineModel({
  name: 'ifs',
  title: 'ECMWF Integrated Forecasting System',
  attribution:
    'Contains modified data of the ECMWF Integrated Forecasting System (IFS), © ECMWF, CC-BY-4.0 (https://creativecommons.org/licenses/by/4.0/)',
  // Since then the open data have 0.25°, in this layout.
  existsSince: '2024-02-29T00:00:00Z',
  // A run appears at once.
  runs: [
    { hoursUtc: [0, 12], firstStepDelayMinutes: 454, lastStepDelayMinutes: 454 },
    { hoursUtc: [6, 18], firstStepDelayMinutes: 387, lastStepDelayMinutes: 387, lastStepHours: 144 },
  ],
  baseUrls: ['https://storage.googleapis.com/ecmwf-open-data', 'https://data.ecmwf.int/forecasts'],
  resolutions: {
    '0p25': {
      degrees: 0.25,
      steps: [
        { everyHours: 3, untilHours: 144 },
        { everyHours: 6, untilHours: 360 },
      ],
      products: [
        { name: 'oper', file: `${FILE}.grib2`, inventory: { path: `${FILE}.index`, format: 'ecmwf' } },
      ],
    },
  },
  defaultResolution: '0p25',
  records: IFS_RECORDS,
});
