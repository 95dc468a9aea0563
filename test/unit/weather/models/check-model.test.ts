import { describe, expect, test } from '@jest/globals';
import { faultOfModel } from '../../../../src/weather/models/check-model.js';
import { gfs } from '../../../../src/weather/models/gfs/gfs.model.js';
import { OWN_MODELS } from '../../../../src/weather/models/own-models.js';

const [record, ...others] = gfs.records;
const [pattern] = record.alternatives;
const [grid] = Object.values(gfs.resolutions);
const withPattern = (changes: object) => ({
  records: [{ ...record, alternatives: [{ ...pattern, ...changes }] }, ...others],
});

describe('model definitions', () => {
  test.each(OWN_MODELS.map((model) => [model.name, model] as const))(
    'are valid for the built-in models: %s',
    (_, model) => {
      expect(faultOfModel(model)).toBeUndefined();
    },
  );

  test('may have a name with hyphens', () => {
    expect(faultOfModel({ ...gfs, name: 'icon-eu' })).toBeUndefined();
  });

  test.each([
    ['a name in capitals', { name: 'GFS' }, 'kebab case'],
    ['a name that means something else', { name: 'auto' }, 'kebab case'],
    ['no title', { title: undefined }, 'title'],
    ['no attribution', { attribution: '' }, 'attribution'],
    ['a first run at no instant', { existsSince: 'yesterday' }, 'existsSince'],
    ['one base URL for a list', { baseUrls: 'https://example.com' }, 'baseUrls'],
    ['no runs', { runs: [] }, 'runs'],
    ['an hour that no day has', { runs: [{ ...gfs.runs[0], hoursUtc: [25] }] }, 'runs.0.hoursUtc.0'],
    ['no delay', { runs: [{ hoursUtc: [0], firstStepDelayMinutes: 210 }] }, 'runs'],
    ['a resolution that names no folder', { resolutions: { '0.25°': grid } }, 'resolutions'],
    ['no steps', { resolutions: { '1p00': { ...grid, steps: [] } } }, 'resolutions'],
    [
      'a step of no hours',
      { resolutions: { '1p00': { ...grid, steps: [{ everyHours: 0, untilHours: 3 }] } } },
      'has no resolutions.1p00.steps.0.everyHours, or a wrong one',
    ],
    ['no degrees', { resolutions: { '1p00': { ...grid, degrees: undefined } } }, 'resolutions'],
    ['no product', { resolutions: { '1p00': { ...grid, products: [] } } }, 'resolutions'],
    [
      'a compression that nobody reads',
      {
        resolutions: {
          '1p00': {
            ...grid,
            products: [{ name: 'a', recordFile: 'b', staticRecordFile: 'c', compression: 'zip' }],
          },
        },
      },
      'resolutions',
    ],
    ['a default that is none of them', { defaultResolution: '9p99' }, 'default resolution'],
    ['no records', { records: [] }, 'records'],
    ['a record that is none', { records: [null] }, 'records: see the one at 0'],
    [
      'a variable that nobody stores',
      { records: [{ ...record, variable: 'mood' }] },
      'records: see mood.variable',
    ],
    ['a pattern without a level', withPattern({ level: undefined }), `records: see ${record.variable}`],
    ['a message that says nothing', withPattern({ messages: [{}] }), `records: see ${record.variable}`],
    ['another derivation', withPattern({ derivation: 'guessed' }), `records: see ${record.variable}`],
    ['a member that no model has', { colour: 'blue' }, 'a member colour'],
    ['one of a run that no run has', { runs: [{ ...gfs.runs[0], hours: [0] }] }, 'a member runs.0.hours'],
  ])('are rejected with %s', (_, changes, reason) => {
    expect(faultOfModel({ ...gfs, ...changes })).toContain(reason);
  });
});
