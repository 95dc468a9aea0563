import { type VariableName } from '../../meteo/variables.js';
import {
  ECMWF_RECORDS,
  form,
  GROUND,
  laterWherePresent,
  pattern,
  record,
  TEN_METRES,
  wherePresent,
} from '../ecmwf/ecmwf.records.js';
import { type SourceRecord } from '../model.js';

/** The level from which a parcel of air is the most unstable. */
const MOST_UNSTABLE: [type: number] = [17];

const gust = { derivation: 'maximum', spanSince: 'step' } as const;

/** The surface records that the metrics need. There is no visibility, ozone or convective inhibition. */
export const IFS_RECORDS: SourceRecord[] = [
  ...ECMWF_RECORDS,
  // The maximum since the step before; from 93 to 144 h it is named `10fg3`.
  {
    variable: 'windGust',
    alternatives: ['10fg', '10fg3'].map((parameter) =>
      pattern(parameter, [form([0, 2, 22], TEN_METRES)], gust),
    ),
    ...laterWherePresent,
  },
  // Code table 4.201.
  typeFlag('rainFlag', [1, 2, 7, 11]),
  typeFlag('snowFlag', [5, 6, 7, 9]),
  typeFlag('freezingRainFlag', [3, 12]),
  typeFlag('icePelletsFlag', [4, 8, 10]),
  record('cape', 'mucape', [form([0, 7, 6], MOST_UNSTABLE)], wherePresent),
];

function typeFlag(variable: VariableName, isAnyOf: number[]): SourceRecord {
  return record(variable, 'ptype', [form([0, 1, 19], GROUND)], laterWherePresent, { isAnyOf });
}
