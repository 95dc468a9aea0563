import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Browser } from 'playwright-core';
import { HOUR_MS } from '../../../src/core/time/index.js';
import { ingestRun } from '../../../src/ingest/ingest.pipeline.js';
import { HttpSource } from '../../../src/ingest/source/http-source.js';
import { gfs } from '../../../src/weather/models/gfs/gfs.model.js';
import { latestRun } from '../../../src/weather/models/run-times.js';
import { PATIENT, wholeRun } from '../../pipeline/worker-process.js';
import { createApiKey, createClient } from '../../support/api-caller.js';
import { startWholeRunMirror } from '../../support/gfs-steps.js';
import { describeWithSharedData, sharedData } from '../../support/shared-data.js';
import { useTestApp } from '../../support/test-app.js';
import { startBrowser } from '../browser-session.js';
import { openMetrics, openSignedIn } from './dashboard-session.js';

type Values = Record<'temperature' | 'windSpeed' | 'humidity', number>;

interface Answer {
  data: {
    timelines: {
      hourly: { values: Values }[];
      daily: { values: { temperatureMax: number } }[];
    };
  };
  meta: { run: string };
}

const RUN = latestRun(gfs, new Date());

describeWithSharedData('with a run of real data', () => {
  const app = useTestApp();
  let browser: Browser;
  beforeAll(async () => {
    browser = await startBrowser();
    const mirror = await startWholeRunMirror(join(sharedData ?? '', 'gfs'), [RUN]);
    const sources = [new HttpSource(mirror.url, PATIENT)];
    const progress = { begin: () => undefined, step: () => undefined, end: () => undefined };
    const { signal } = new AbortController();
    await ingestRun(wholeRun(app().dataDirectory, RUN), { sources, policy: PATIENT, progress, signal });
    await mirror.close();
  });
  afterAll(() => browser.close());

  test("the page shows the API's values, metric by metric", async () => {
    const { page, caller, faults } = await openSignedIn(browser, app(), { locale: 'en-GB' });
    const { key } = await createApiKey(caller, await createClient(caller));
    const path = '/v1/weather/forecast?lat=52.25&lon=21&timelines=hourly,daily&units=metric&timezone=auto';
    const endTime = new Date((Math.floor(Date.now() / HOUR_MS) + 240) * HOUR_MS).toISOString();
    const { data, meta } = (await caller.get<Answer>(`${path}&endTime=${endTime}`, { apikey: key })).body;
    expect(new Date(meta.run)).toEqual(RUN);

    const answered = page.waitForResponse((response) => response.url().includes('/v1/weather/current?'));
    await page.goto('/forecast?lat=52.25&lon=21&units=metric');
    // They change from minute to minute.
    const { values } = ((await (await answered).json()) as { data: { values: Values } }).data;
    const now = page.locator('section').filter({ hasText: 'Local time: Europe/Warsaw' });
    await now
      .getByText(`${values.temperature.toFixed(1)} °C`, { exact: true })
      .first()
      .waitFor();
    await now
      .getByText(`${values.windSpeed.toFixed(1)} m/s`, { exact: true })
      .first()
      .waitFor();
    await now.getByText(`${values.humidity}%`, { exact: true }).first().waitFor();
    const [day] = data.timelines.daily;
    const days = page.getByRole('list', { name: 'Days' }).getByRole('listitem');
    await days
      .first()
      .getByText(`${day.values.temperatureMax.toFixed(1)} °C`)
      .first()
      .waitFor();

    await openMetrics(page);
    await page.getByText('Show as table').first().click();
    const rows = page.getByRole('table', { name: 'Temperature' }).locator('tbody tr');
    const shown = await rows.locator('td:first-of-type').allInnerTexts();
    expect(shown).toEqual(data.timelines.hourly.map((entry) => `${entry.values.temperature.toFixed(1)} °C`));
    expect(faults).toEqual([]);
    await page.context().close();
  });
});
