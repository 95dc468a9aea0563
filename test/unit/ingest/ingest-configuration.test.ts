import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { ingestConfiguration } from '../../../src/ingest/command/ingest-configuration.js';
import type { Model } from '../../../src/weather/models/model.js';
import { hill } from '../../support/hill/hill.feature.js';

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'weather-models-'));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

function configurationWith(model: Model) {
  const path = join(directory, `${model.name}.mjs`);
  writeFileSync(path, `export default { name: 'valley', models: [${JSON.stringify(model)}] };`);
  return ingestConfiguration({ FEATURES: path });
}

it('rejects a feature’s model with the name of a built-in one, as at startup', async () => {
  await expect(configurationWith({ ...hill, name: 'gfs' })).rejects.toThrow(
    'The features "ingest" and "valley" both claim the model gfs.',
  );
  const { knownModels } = await configurationWith(hill);
  expect(knownModels.map(({ model }) => model.name)).toContain('hill');
});

it('reports the errors of settings and features together', async () => {
  await expect(ingestConfiguration({ FEATURES: './none.mjs', PORT: 'abc' })).rejects.toThrow(
    /PORT .*\n.*The feature \.\/none\.mjs cannot be loaded/,
  );
});
