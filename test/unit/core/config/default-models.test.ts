import { expect, test } from '@jest/globals';
import { loadConfiguration } from '../../../../src/core/config/load-configuration.js';
import { OWN_MODELS } from '../../../../src/weather/models/own-models.js';

const taken = (environment: Record<string, string>) =>
  loadConfiguration(environment, OWN_MODELS).models.map(
    ({ model, maxStepHours }) => `${model.name} ${maxStepHours}`,
  );

test('without MODELS, IFS comes first, GFS fills its gaps, and GEFS provides the probabilities', () => {
  expect(taken({})).toEqual(['ifs 360', 'gfs 120', 'gefs 240']);
});

test('a name may limit the hours, and the lower of that and the model’s own setting applies', () => {
  expect(taken({ MODELS: 'gfs, ifs:48' })).toEqual(['gfs 384', 'ifs 48']);
  expect(taken({ MODELS: 'gfs:120', GFS_MAX_STEP: '72' })).toEqual(['gfs 72']);
  expect(() => taken({ MODELS: 'gfs:soon' })).toThrow('MODELS has "gfs:soon"');
});

test('rejects a model that is named twice', () => {
  expect(() => taken({ MODELS: 'gfs:120, ifs, gfs' })).toThrow(
    'MODELS names gfs twice: name each model once',
  );
});

test('a feature’s default model comes after the built-in ones', () => {
  const valley = { ...OWN_MODELS[0], name: 'valley', byDefault: true };
  const { models } = loadConfiguration({}, [...OWN_MODELS, valley]);
  expect(models.map(({ model }) => model.name)).toEqual(['ifs', 'gfs', 'gefs', 'valley']);
});
