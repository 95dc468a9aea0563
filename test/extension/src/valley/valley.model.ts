import { defineModel, type SourceRecord } from 'weather-forecast-service';

const temperature: SourceRecord = {
  variable: 'temperature2m',
  alternatives: [
    {
      parameter: 'TMP',
      level: '2 m above ground',
      derivation: 'instant',
      messages: [{ discipline: 0, parameterCategory: 0, parameterNumber: 0, levelType: 103, levelValue: 2 }],
    },
  ],
  atStepZero: 'required',
  atLaterSteps: 'required',
};

/** A model of somebody else's, as facts. */
export const valley = defineModel({
  name: 'valley',
  title: 'Valley Model',
  attribution: 'Valley Weather Office',
  existsSince: '2020-01-01T00:00:00Z',
  runs: [{ hoursUtc: [0, 12], firstStepDelayMinutes: 60, lastStepDelayMinutes: 90 }],
  baseUrls: ['https://valley.example'],
  resolutions: {
    fine: {
      degrees: 1,
      steps: [{ everyHours: 3, untilHours: 6 }],
      products: [
        {
          name: 'fine',
          file: '{YYYYMMDD}{HH}/step-{F}.grib2',
          inventory: { path: '{YYYYMMDD}{HH}/step-{F}.grib2.idx', format: 'wgrib2' },
        },
      ],
    },
  },
  defaultResolution: 'fine',
  records: [temperature],
});
