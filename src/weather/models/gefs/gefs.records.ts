import { type VariableName } from '../../meteo/variables.js';
import { GFS_RECORDS } from '../gfs/gfs.records.js';
import { type SourceRecord } from '../model.js';

/** All that probabilities of precipitation need. */
export const GEFS_RECORDS: SourceRecord[] = ofMembers('precipitation');

/** What quantiles need in addition: `pgrb2s` has all of it, `pgrb2a` lacks the gust. */
export const GEFS_QUANTILE_RECORDS: SourceRecord[] = ofMembers(
  'temperature2m',
  'windU10m',
  'windV10m',
  'windGust',
  'cloudCover',
);

/** NCEP writes them like those of GFS. A member that lacks one is left out, and there is no run total. */
function ofMembers(...variables: VariableName[]): SourceRecord[] {
  return GFS_RECORDS.filter(({ variable }) => variables.includes(variable)).map(
    ({ variable, alternatives, atStepZero }) => ({
      variable,
      alternatives,
      atStepZero: atStepZero === 'absent' ? 'absent' : 'optional',
      atLaterSteps: 'optional',
    }),
  );
}
