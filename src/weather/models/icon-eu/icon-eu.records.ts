import { type VariableName } from '../../meteo/variables.js';
import { type MessageForm, type RecordPattern, type SourceRecord } from '../model.js';

type Parameter = [discipline: number, category: number, number: number];
type Level = [type: number, value?: number];

const TWO_METRES: Level = [103, 2];
const TEN_METRES: Level = [103, 10];
const GROUND: Level = [1];
const ATMOSPHERE: Level = [10];
/** DWD's local level type: a parcel of air with the mean properties of the lowest layer. */
const MIXED_LAYER: Level = [192];

const always = { atStepZero: 'required', atLaterSteps: 'required' } as const;
const wherePresent = { atStepZero: 'optional', atLaterSteps: 'optional' } as const;
const afterStepZero = { atStepZero: 'absent', atLaterSteps: 'required' } as const;
const laterWherePresent = { atStepZero: 'absent', atLaterSteps: 'optional' } as const;

/**
 * The records that the metrics need, by DWD's names. ICON-EU has no ozone, and its soil moisture is of other layers.
 * The snow share of precipitation follows from its type and the temperature.
 */
export const ICON_EU_RECORDS: SourceRecord[] = [
  record('temperature2m', 'T_2M', [0, 0, 0], [TWO_METRES], always),
  record('dewPoint2m', 'TD_2M', [0, 0, 6], [TWO_METRES], wherePresent),
  record('windU10m', 'U_10M', [0, 2, 2], [TEN_METRES], always),
  record('windV10m', 'V_10M', [0, 2, 3], [TEN_METRES], always),
  // The maximum of the last hour, even where steps are 3 hours apart.
  record('windGust', 'VMAX_10M', [0, 2, 22], [TEN_METRES], laterWherePresent, {
    derivation: 'maximum',
    spanSince: 'step',
  }),
  record('surfacePressure', 'PS', [0, 3, 0], [GROUND], always),
  record('precipitation', 'TOT_PREC', [0, 1, 52], [GROUND], afterStepZero, {
    derivation: 'accumulated',
    spanSince: 'run',
  }),
  // WMO code table 4677: drizzle, rain, sleet, their showers and thunderstorms; snow, sleet and their showers.
  weather('rainFlag', [...range(50, 55), ...range(58, 65), 68, 69, ...range(80, 84), 91, 92, 95, 96, 97, 99]),
  weather('snowFlag', [68, 69, ...range(70, 78), ...range(83, 86), 93, 94]),
  weather('freezingRainFlag', [56, 57, 66, 67]),
  weather('icePelletsFlag', [79, ...range(87, 90)]),
  record('cloudCover', 'CLCT', [0, 6, 1], [GROUND, ATMOSPHERE], wherePresent),
  record('visibility', 'VIS', [0, 19, 0], [GROUND], wherePresent),
  record('cape', 'CAPE_ML', [0, 7, 6], [MIXED_LAYER], wherePresent),
  { ...record('terrainHeight', 'HSURF', [0, 3, 6], [GROUND], wherePresent), static: true },
  { ...record('landMask', 'FR_LAND', [2, 0, 0], [GROUND], wherePresent), static: true },
];

function weather(variable: VariableName, isAnyOf: number[]): SourceRecord {
  return record(variable, 'WW', [0, 19, 25], [GROUND], laterWherePresent, { isAnyOf });
}

function record(
  variable: VariableName,
  parameter: string,
  [discipline, parameterCategory, parameterNumber]: Parameter,
  levels: Level[],
  presence: Pick<SourceRecord, 'atStepZero' | 'atLaterSteps'>,
  facts: Partial<RecordPattern> = {},
): SourceRecord {
  const messages = levels.map(([levelType, levelValue]): MessageForm => {
    return { discipline, parameterCategory, parameterNumber, levelType, levelValue };
  });
  const alternatives = [
    { parameter, level: 'single-level', derivation: 'instant' as const, messages, ...facts },
  ];
  return { variable, alternatives, ...presence };
}

/** Returns the whole numbers from `first` to `last`, inclusive. */
function range(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, i) => first + i);
}
