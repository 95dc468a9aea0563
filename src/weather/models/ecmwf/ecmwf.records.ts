import { type VariableName } from '../../meteo/variables.js';
import { type MessageForm, type RecordPattern, type SourceRecord } from '../model.js';

type Parameter = [discipline: number, category: number, number: number];
type Level = [type: number, value?: number];

const TWO_METRES: Level = [103, 2];
export const TEN_METRES: Level = [103, 10];
export const GROUND: Level = [1];

const STANDARD_GRAVITY = 9.80665;

const always = { atStepZero: 'required', atLaterSteps: 'required' } as const;
export const wherePresent = { atStepZero: 'optional', atLaterSteps: 'optional' } as const;
const afterStepZero = { atStepZero: 'absent', atLaterSteps: 'required' } as const;
export const laterWherePresent = { atStepZero: 'absent', atLaterSteps: 'optional' } as const;

const sinceRun = { derivation: 'accumulated', spanSince: 'run' } as const;
/**
 * In meters of water with ECMWF's local codes, or in kg m-2 with those of the WMO, which IFS uses from Cycle 50r2 on
 * and AIFS since March 2025.
 */
const TOTAL_PRECIPITATION = [form([0, 1, 193], GROUND, 1000), form([0, 1, 52], GROUND)];
const SNOWFALL = [form([0, 1, 198], GROUND, 1000), form([0, 1, 53], GROUND)];

/** The surface records that all of ECMWF's open data have, by their names in the index. */
export const ECMWF_RECORDS: SourceRecord[] = [
  record('temperature2m', '2t', [form([0, 0, 0], TWO_METRES)], always),
  record('dewPoint2m', '2d', [form([0, 0, 6], TWO_METRES)], wherePresent),
  record('windU10m', '10u', [form([0, 2, 2], TEN_METRES)], always),
  record('windV10m', '10v', [form([0, 2, 3], TEN_METRES)], always),
  record('surfacePressure', 'sp', [form([0, 3, 0], GROUND)], always),
  record('precipitation', 'tp', TOTAL_PRECIPITATION, afterStepZero, sinceRun),
  record('frozenPrecipitationPercent', 'sf', SNOWFALL, laterWherePresent, {
    ...sinceRun,
    percentOf: { parameter: 'tp', level: 'sfc', spanSince: 'run', messages: TOTAL_PRECIPITATION },
  }),
  // In percent, or as a fraction of 1 with ECMWF's local code.
  record('cloudCover', 'tcc', [form([0, 6, 1], GROUND), form([0, 6, 192], GROUND, 100)], wherePresent),
  // The source has the geopotential.
  {
    ...record('terrainHeight', 'z', [form([0, 3, 4], GROUND, 1 / STANDARD_GRAVITY)], wherePresent),
    static: true,
  },
  { ...record('landMask', 'lsm', [form([2, 0, 0], GROUND)], wherePresent), static: true },
];

export function form(
  [discipline, parameterCategory, parameterNumber]: Parameter,
  [levelType, levelValue]: Level,
  factor?: number,
): MessageForm {
  return { discipline, parameterCategory, parameterNumber, levelType, levelValue, factor };
}

export function record(
  variable: VariableName,
  parameter: string,
  messages: MessageForm[],
  presence: Pick<SourceRecord, 'atStepZero' | 'atLaterSteps'>,
  facts: Partial<RecordPattern> = {},
): SourceRecord {
  return { variable, alternatives: [pattern(parameter, messages, facts)], ...presence };
}

export function pattern(
  parameter: string,
  messages: MessageForm[],
  facts: Partial<RecordPattern>,
): RecordPattern {
  return { parameter, level: 'sfc', derivation: 'instant', messages, ...facts };
}
