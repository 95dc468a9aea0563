import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { loadConfiguration } from '../../../src/core/config/load-configuration.js';
import { ingestTargets } from '../../../src/ingest/request/ingest-target.js';
import { logFirstDownload } from '../../../src/ingest/schedule/first-download.js';
import { gfs } from '../../../src/weather/models/gfs/gfs.model.js';
import { type Model } from '../../../src/weather/models/model.js';
import { stepsOf } from '../../../src/weather/models/model-target.js';
import { OWN_MODELS } from '../../../src/weather/models/own-models.js';
import { LogRecorder } from '../../support/log-recorder.js';
import { publishRun } from '../../support/published-run.js';

let dataDirectory: string;
beforeEach(() => {
  dataDirectory = mkdtempSync(join(tmpdir(), 'first-download-'));
});
afterEach(() => rmSync(dataDirectory, { recursive: true }));

async function said(settings: Record<string, string>) {
  const configuration = loadConfiguration({ DATA_DIR: dataDirectory, ...settings }, OWN_MODELS);
  const targets = ingestTargets(configuration.models, configuration, true);
  const log = new LogRecorder();
  await logFirstDownload(
    targets.map(({ target }) => target),
    log,
  );
  return log.lines.map(({ fields }) => fields);
}

test('lists the models without a complete stored run, with their download sizes', async () => {
  // 85, 41 and 31 × 81 files.
  expect(await said({ MODELS: 'ifs, gfs:120, gefs' })).toEqual([
    { models: { ifs: '680.0 MB', gfs: '446.9 MB', gefs: '251.1 MB' }, total: '1.4 GB' },
  ]);
  const stepsHours = stepsOf({ model: gfs, resolution: '1p00', maxStepHours: 120 });
  await publishRun({ dataDirectory }, 1, { stepsHours: stepsHours.slice(0, 17), isPart: true });
  expect(await said({ MODELS: 'gfs:120' })).toEqual([{ models: { gfs: '446.9 MB' }, total: '446.9 MB' }]);
  await publishRun({ dataDirectory }, 7, { stepsHours });
  expect(await said({ MODELS: 'ifs, gfs:120' })).toEqual([
    { models: { ifs: '680.0 MB' }, total: '680.0 MB' },
  ]);
  expect(await said({ MODELS: 'gfs:120' })).toEqual([]);
});

test('lists a model of unknown size', async () => {
  const [product] = gfs.resolutions['1p00'].products;
  const sizeless: Model = {
    ...gfs,
    name: 'sizeless',
    resolutions: { '1p00': { ...gfs.resolutions['1p00'], products: [{ ...product, stepBytes: undefined }] } },
  };
  const configuration = loadConfiguration({ DATA_DIR: dataDirectory, MODELS: 'ifs' }, OWN_MODELS);
  const [{ target }] = ingestTargets(configuration.models, configuration, true);
  const unknown = { ...target, model: sizeless, resolution: '1p00' };
  const log = new LogRecorder();
  await logFirstDownload([target, unknown], log);
  await logFirstDownload([unknown], log);
  expect(log.lines.map(({ fields, message }) => [fields, message])).toEqual([
    [
      { models: { ifs: '680.0 MB', sizeless: 'unknown' }, total: '680.0 MB' },
      'No complete run of ifs, sizeless is stored yet: one run of each is up to 680.0 MB to download, not counting sizeless, whose size is unknown. While the newest run is still appearing, the one before it is downloaded, too',
    ],
    [
      { models: { sizeless: 'unknown' }, total: 'unknown' },
      'No complete run of sizeless is stored yet: how much there is to download is unknown. While the newest run is still appearing, the one before it is downloaded, too',
    ],
  ]);
});

test('accounts for the settings', async () => {
  const settings = { MODELS: 'gfs, gefs', GFS_RESOLUTION: '0p25', GFS_MAX_STEP: '48', GEFS_QUANTILES: 'on' };
  expect(await said(settings)).toEqual([{ models: { gfs: '534.1 MB', gefs: '8.8 GB' }, total: '9.3 GB' }]);
});
