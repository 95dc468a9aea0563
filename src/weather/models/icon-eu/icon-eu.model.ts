import { defineModel } from '../define-model.js';
import { ICON_EU_RECORDS } from './icon-eu.records.js';

const STEM = '{HH}/{parameter}/icon-eu_europe_regular-lat-lon';

/** DWD's ICON-EU for Europe, from DWD's open data. */
export const iconEu = defineModel({
  name: 'icon-eu',
  title: 'DWD ICON-EU',
  openMeteoNames: ['icon_eu'],
  attribution:
    'Data basis: Deutscher Wetterdienst (DWD), ICON-EU, CC-BY-4.0 (https://creativecommons.org/licenses/by/4.0/)',
  existsSince: '2015-07-21T00:00:00Z',
  // The runs in between, at 03, 09, 15 and 21 UTC, are shorter and soon followed by these. dynamical.org measured the
  // delays for its archive: DWD begins after 2 h 15 min, and 99 % of the runs are complete after 3 h 49 min.
  runs: [{ hoursUtc: [0, 6, 12, 18], firstStepDelayMinutes: 135, lastStepDelayMinutes: 230 }],
  baseUrls: ['https://opendata.dwd.de/weather/nwp/icon-eu/grib'],
  resolutions: {
    '0p0625': {
      degrees: 0.0625,
      steps: [
        { everyHours: 1, untilHours: 78 },
        { everyHours: 3, untilHours: 120 },
      ],
      products: [
        {
          name: 'regular-lat-lon',
          stepBytes: 9e6,
          recordFile: `${STEM}_single-level_{YYYYMMDD}{HH}_{FFF}_{PARAMETER}.grib2.bz2`,
          staticRecordFile: `${STEM}_time-invariant_{YYYYMMDD}{HH}_{PARAMETER}.grib2.bz2`,
          compression: 'bzip2',
        },
      ],
    },
  },
  defaultResolution: '0p0625',
  records: ICON_EU_RECORDS,
});
