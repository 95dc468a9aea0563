import { defineFeature } from '../../../src/core/features/define-feature.js';
import { type VariableName } from '../../../src/weather/meteo/variables.js';
import { defineModel } from '../../../src/weather/models/define-model.js';
import {
  type MessageForm,
  type RecordPattern,
  type SourceRecord,
} from '../../../src/weather/models/model.js';

const SCREEN = [103, 2] as const;
const GROUND = [1, 0] as const;

/** A fictional model that differs from GFS in every way that a model can. */
export const hill = defineModel({
  name: 'hill',
  title: 'Hill Model',
  attribution: 'Hill Weather Office',
  existsSince: '2020-01-01T00:00:00Z',
  runs: [{ hoursUtc: [0, 3, 6, 9, 12, 15, 18, 21], firstStepDelayMinutes: 20, lastStepDelayMinutes: 60 }],
  baseUrls: ['https://hill.example'],
  resolutions: {
    fine: {
      degrees: 0.5,
      steps: [{ everyHours: 1, untilHours: 8 }],
      products: [
        {
          name: 'fine',
          file: 'fine/{YYYYMMDD}T{HH}/step-{F}.grib',
          inventory: { path: 'fine/{YYYYMMDD}T{HH}/step-{F}.index', format: 'ecmwf' },
        },
      ],
    },
  },
  defaultResolution: 'fine',
  records: [
    record('temperature2m', '2t', form([0, 0, 0], SCREEN)),
    record('dewPoint2m', '2d', form([0, 0, 6], SCREEN)),
    record('windU10m', '10u', form([0, 2, 2], [103, 10])),
    record('windV10m', '10v', form([0, 2, 3], [103, 10])),
    // Maximum since the previous step; named differently from the fifth hour on.
    record('windGust', '10fg', form([0, 2, 22], [103, 10]), { derivation: 'maximum', spanSince: 'step' }, [
      'gust',
    ]),
    record('surfacePressure', 'sp', form([0, 3, 0], GROUND)),
    record('precipitation', 'tp', total(), sinceRun()),
    record('frozenPrecipitationPercent', 'sf', snowfall(), {
      ...sinceRun(),
      percentOf: { parameter: 'tp', level: 'sfc', spanSince: 'run', messages: total() },
    }),
    ...(
      [
        ['rainFlag', [1]],
        ['snowFlag', [5, 6]],
        ['freezingRainFlag', [3]],
        ['icePelletsFlag', [8]],
      ] as const
    ).map(([variable, isAnyOf]) => record(variable, 'ptype', form([0, 1, 19], GROUND), { isAnyOf })),
  ],
});

export default defineFeature({ name: 'hill', models: [hill] });

function sinceRun() {
  return { derivation: 'accumulated', spanSince: 'run' } as const;
}

/** In meters of water before the model's version change, in mm after it. */
function total(): MessageForm[] {
  return [{ ...form([0, 1, 193], GROUND)[0], factor: 1000 }, ...form([0, 1, 52], GROUND)];
}

function snowfall(): MessageForm[] {
  return [{ ...form([0, 1, 200], GROUND)[0], factor: 1000 }, ...form([0, 1, 53], GROUND)];
}

function form(
  [discipline, parameterCategory, parameterNumber]: [number, number, number],
  [levelType, levelValue]: readonly [number, number],
): MessageForm[] {
  return [{ discipline, parameterCategory, parameterNumber, levelType, levelValue }];
}

function record(
  variable: VariableName,
  parameter: string,
  messages: MessageForm[],
  facts: Partial<RecordPattern> = {},
  otherNames: string[] = [],
): SourceRecord {
  return {
    variable,
    alternatives: [parameter, ...otherNames].map((name) => ({
      parameter: name,
      level: 'sfc',
      derivation: 'instant',
      messages,
      ...facts,
    })),
    atStepZero: (facts.derivation ?? 'instant') === 'instant' ? 'required' : 'absent',
    atLaterSteps: 'required',
  };
}
