import { expect, test } from '@jest/globals';
import { loadConfiguration } from '../../../../src/core/config/load-configuration.js';
import { OWN_MODELS } from '../../../../src/weather/models/own-models.js';

test('the hours and the only grid of a model are read with a warning, what the settings still have without', () => {
  const { models, warnings } = loadConfiguration(
    {
      MODELS: 'ifs,gfs',
      IFS_MAX_STEP: '48',
      IFS_RESOLUTION: '0p25',
      GFS_MAX_STEP: '72',
      GFS_RESOLUTION: '1p00',
    },
    OWN_MODELS,
  );
  expect(models.map(({ maxStepHours }) => maxStepHours)).toEqual([48, 72]);
  expect(warnings).toEqual([
    'IFS_RESOLUTION is deprecated: the model has only one.',
    'IFS_MAX_STEP is deprecated: write the hours in MODELS, such as ifs:48.',
  ]);
});

test('networks are allowed for both purposes; by a former setting, for its own only', () => {
  expect(
    loadConfiguration({ ALLOWED_NETWORKS: '10.0.0.0/8', WEBHOOK_ALLOWED_NETWORKS: '::1' }),
  ).toMatchObject({
    oidcAllowedNetworks: ['10.0.0.0/8'],
    webhookAllowedNetworks: ['10.0.0.0/8', '::1'],
    warnings: [
      'WEBHOOK_ALLOWED_NETWORKS is deprecated: use ALLOWED_NETWORKS, which applies to webhooks and identity providers.',
    ],
  });
});
