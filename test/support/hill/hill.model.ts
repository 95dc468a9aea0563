import { type VariableName } from '../../../src/meteo/variables.js';
import { type Derivation, type Model, type SourceRecord } from '../../../src/models/model.js';

/** A model that nobody runs: all that a second one may have otherwise than GFS. */
export const hill: Model = {
  name: 'hill',
  title: 'Hill Model',
  attribution: 'Hill Weather Office',
  existsSince: new Date('2020-01-01T00:00:00Z'),
  runHoursUtc: [0, 3, 6, 9, 12, 15, 18, 21],
  resolutions: {
    fine: {
      degrees: 0.5,
      steps: (maxStepHours) => Array.from({ length: Math.min(maxStepHours, 8) + 1 }, (_, hour) => hour),
      products: [
        {
          name: 'fine',
          filePath: (run, stepHours) => `fine/${run.toISOString().slice(0, 13)}/step-${stepHours}.grib`,
          inventorySuffix: '.inventory',
        },
      ],
    },
  },
  firstStepDelayMinutes: 20,
  lastStepDelayMinutes: 60,
  records: [
    record('temperature2m', '2t', [0, 0, 0], [103, 2]),
    record('dewPoint2m', '2d', [0, 0, 6], [103, 2]),
    record('windU10m', '10u', [0, 2, 2], [103, 10]),
    record('windV10m', '10v', [0, 2, 3], [103, 10]),
    record('surfacePressure', 'sp', [0, 3, 0], [1, 0]),
    // In metres of water since the start of the run.
    {
      ...record('precipitation', 'tp', [0, 1, 8], [1, 0], 'accumulated'),
      atStepZero: 'absent',
      factor: 1000,
    },
  ],
};

function record(
  variable: VariableName,
  parameter: string,
  [discipline, parameterCategory, parameterNumber]: [number, number, number],
  [levelType, levelValue]: [number, number],
  derivation: Derivation = 'instant',
): SourceRecord {
  return {
    variable,
    alternatives: [{ parameter, level: 'single', derivation }],
    atStepZero: 'required',
    atLaterSteps: 'required',
    expect: { discipline, parameterCategory, parameterNumber, levelType, levelValue },
  };
}
