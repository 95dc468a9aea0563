import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { after, before, test } from 'node:test';
import { startTestService, type TestService } from 'weather-forecast-service/testing';
import valley from '../src/valley/valley.feature.js';

const settings = {
  DATA_DIR: mkdtempSync(join(tmpdir(), 'valley-')),
  MODELS: 'valley',
  // 8 °C at the run's hour, and one degree more in each hour after it.
  VALLEY_BASE_URL: pathToFileURL('test/mirror').href,
};
let service: TestService;
before(async () => {
  service = await startTestService({ features: [valley], environment: settings });
});
after(async () => {
  await service.stop();
  rmSync(settings.DATA_DIR, { recursive: true });
});

test('a run of a model of our own is taken and served', async () => {
  const feature = resolve('dist/src/valley/valley.feature.js');
  const words = ['ingest', '--model', 'valley', '--run', '2020-08-04T12'];
  const said = execFileSync('npx', ['--no', 'weather-forecast-service', ...words], {
    env: { ...process.env, ...settings, FEATURES: feature },
    encoding: 'utf8',
  });
  assert.match(said, /valley fine run 2020-08-04T12Z published: 3 steps/);

  const query =
    'lat=48.5&lon=12&fields=temperature&source=valley&startTime=2020-08-04T12:00:00Z&endTime=2020-08-04T16:00:00Z';
  const answer = await fetch(`${service.url}/v1/weather/forecast?${query}`, {
    headers: { apikey: await service.createKey(['forecast:read']) },
  });
  assert.equal(answer.status, 200);
  const { data, meta } = (await answer.json()) as {
    data: { timelines: { hourly: { values: { temperature: number } }[] } };
    meta: { source: string; attribution: string };
  };
  assert.deepEqual(
    data.timelines.hourly.map(({ values }) => values.temperature),
    [8, 9, 10, 11],
  );
  assert.deepEqual([meta.source, meta.attribution], ['valley', 'Valley Weather Office']);
});

test('there can be more sessions than an address may register accounts', async () => {
  const sessions = await Promise.all(Array.from({ length: 25 }, () => service.signIn()));
  assert.equal(new Set(sessions.map(({ account }) => account.id)).size, 25);
});
