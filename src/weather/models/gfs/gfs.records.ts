import { type VariableName } from '../../meteo/variables.js';
import type { Derivation } from '../derivations.js';
import { type MessageForm, type SourceRecord } from '../model.js';

type Level = [name: string, type: number, value?: number];
/** Discipline, category and number. */
type Parameter = `${number}.${number}.${number}`;

const TWO_METRES: Level = ['2 m above ground', 103, 2];
const TEN_METRES: Level = ['10 m above ground', 103, 10];
const SURFACE: Level = ['surface', 1];
const ATMOSPHERE: Level = ['entire atmosphere', 10];
const COLUMN: Level = ['entire atmosphere (considered as a single layer)', 200];
const TOP_SOIL: Level = ['0-0.1 m below ground', 106, 0];

const always = { atStepZero: 'required', atLaterSteps: 'required' } as const;
const wherePresent = { atStepZero: 'optional', atLaterSteps: 'optional' } as const;
const afterStepZero = { atStepZero: 'absent', atLaterSteps: 'required' } as const;

/**
 * The `pgrb2` records that the metrics need. A record is required if no other can replace it; the rest are null, or
 * derived from other values, if a product lacks them.
 */
export const GFS_RECORDS: SourceRecord[] = [
  record('temperature2m', 'TMP', TWO_METRES, ['0.0.0'], always),
  record('apparentTemperature2m', 'APTMP', TWO_METRES, ['0.0.21'], wherePresent),
  record('dewPoint2m', 'DPT', TWO_METRES, ['0.0.6'], wherePresent),
  record('relativeHumidity2m', 'RH', TWO_METRES, ['0.1.1'], always),
  record('windU10m', 'UGRD', TEN_METRES, ['0.2.2'], always),
  record('windV10m', 'VGRD', TEN_METRES, ['0.2.3'], always),
  record('windGust', 'GUST', SURFACE, ['0.2.22'], wherePresent),
  record('surfacePressure', 'PRES', SURFACE, ['0.3.0'], always),
  {
    ...record('precipitation', 'APCP', SURFACE, ['0.1.8'], afterStepZero, ['accumulated']),
    checkRunTotal: true,
  },
  // The model averages its categories over the bucket and writes them without decimals, so a 1 means "for half of the
  // bucket or more" and the averages cannot be split. In the run of 2020-08-04T12 they name the type for 89 % (f006)
  // and 77 % (f012) of the cells with precipitation, the instantaneous flags for only 30 % and 12 %. The latter are
  // therefore used only for spans inside a bucket, where the average would show a change from rain to snow late.
  flag('rainFlag', 'CRAIN', ['0.1.33', '0.1.192']),
  flag('snowFlag', 'CSNOW', ['0.1.36', '0.1.195']),
  flag('freezingRainFlag', 'CFRZR', ['0.1.34', '0.1.193']),
  flag('icePelletsFlag', 'CICEP', ['0.1.35', '0.1.194']),
  // NCEP's own table has it as a hydrological product; others write its number among the meteorological ones.
  record('frozenPrecipitationPercent', 'CPOFP', SURFACE, ['0.1.39', '1.1.193', '0.1.193'], wherePresent),
  // Products before 2021 have only the average, and no cloud cover of the entire atmosphere at step 0.
  record('cloudCover', 'TCDC', ATMOSPHERE, ['0.6.1'], { ...always, atStepZero: 'optional' }, [
    'instant',
    'averaged',
  ]),
  record('visibility', 'VIS', SURFACE, ['0.19.0'], wherePresent),
  record('totalOzone', 'TOZNE', COLUMN, ['0.14.0'], wherePresent),
  record('soilMoisture', 'SOILW', TOP_SOIL, ['2.0.192'], wherePresent),
  record('cape', 'CAPE', SURFACE, ['0.7.6'], wherePresent),
  record('convectiveInhibition', 'CIN', SURFACE, ['0.7.7'], wherePresent),
  record('liftedIndex', 'LFTX', SURFACE, ['0.7.10', '0.7.192'], wherePresent),
  { ...record('terrainHeight', 'HGT', SURFACE, ['0.3.5'], always), static: true },
  { ...record('landMask', 'LAND', SURFACE, ['2.0.0'], always), static: true },
];

function flag(variable: VariableName, parameter: string, numbers: Parameter[]): SourceRecord {
  return record(variable, parameter, SURFACE, numbers, wherePresent, ['held', 'instant']);
}

/** @param numbers NOAA is replacing numbers of its own by those of the WMO: every one that the record may have */
function record(
  variable: VariableName,
  parameter: string,
  [level, levelType, levelValue]: Level,
  numbers: Parameter[],
  presence: Pick<SourceRecord, 'atStepZero' | 'atLaterSteps'>,
  derivations: Derivation[] = ['instant'],
): SourceRecord {
  const messages = numbers.map((one): MessageForm => {
    const [discipline, parameterCategory, parameterNumber] = one.split('.').map(Number);
    return { discipline, parameterCategory, parameterNumber, levelType, levelValue };
  });
  const alternatives = derivations.map((derivation) => ({ parameter, level, derivation, messages }));
  return { variable, alternatives, ...presence };
}
