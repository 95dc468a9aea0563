import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { loadConfiguration } from '../../../src/config/load-configuration.js';
import { ingestTargets } from '../../../src/ingest/request/ingest-target.js';
import { logFirstDownload } from '../../../src/ingest/schedule/first-download.js';
import { OWN_MODELS } from '../../../src/models/own-models.js';
import { LogRecorder } from '../../support/log-recorder.js';
import { publishRun } from '../../support/published-run.js';
import { type TestApp } from '../../support/test-app.js';

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

test('the models of which no run is stored are said with what they download', async () => {
  // 85, 41 and 31 × 81 files.
  expect(await said({ MODELS: 'ifs, gfs:120, gefs' })).toEqual([
    { models: { ifs: '680.0 MB', gfs: '446.9 MB', gefs: '251.1 MB' }, total: '1378.0 MB' },
  ]);
  await publishRun({ dataDirectory } as TestApp);
  expect(await said({ MODELS: 'ifs, gfs:120' })).toEqual([
    { models: { ifs: '680.0 MB' }, total: '680.0 MB' },
  ]);
  expect(await said({ MODELS: 'gfs:120' })).toEqual([]);
});

test('what a setting asks for counts', async () => {
  const settings = { MODELS: 'gfs, gefs', GFS_RESOLUTION: '0p25', GFS_MAX_STEP: '48', GEFS_QUANTILES: 'on' };
  expect(await said(settings)).toEqual([
    { models: { gfs: '534.1 MB', gefs: '8788.5 MB' }, total: '9322.6 MB' },
  ]);
});
