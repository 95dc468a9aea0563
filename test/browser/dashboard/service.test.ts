import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Browser } from 'playwright-core';
import type { components } from '../../../openapi/openapi.js';
import { IngestStatusesService } from '../../../src/ingest/status/ingest-statuses.service.js';
import { type SignedInCaller, signedInCaller } from '../../support/api-caller.js';
import { publishRun } from '../../support/published-run.js';
import { useTestApp } from '../../support/test-app.js';
import { startBrowser } from '../browser-session.js';
import { accessibilityViolations, openAs } from './dashboard-session.js';

type Runs = components['schemas']['Runs'];
type Status = components['schemas']['Status'];

const app = useTestApp();
let browser: Browser;
let admin: SignedInCaller;
beforeAll(async () => {
  browser = await startBrowser();
  admin = await signedInCaller(app());
  await publishRun(app());
});
afterAll(() => browser.close());

test('the health of the service and its model runs are shown as the API reports them', async () => {
  const { page, faults } = await openAs(browser, app(), admin, { locale: 'en-GB' });
  await page.goto('/admin');
  await page.getByRole('link', { name: 'Service' }).click();
  const health = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Health' }) });
  await health.getByText('Ready').nth(2).waitFor();
  await health.getByText('None', { exact: true }).waitFor();
  const run = page.getByRole('table', { name: 'Model runs' }).getByRole('row').nth(1);
  await run.getByText('GFS 1p00').waitFor();
  const model = page.locator('section').filter({ has: page.getByRole('heading', { name: 'GFS 1p00' }) });
  const { body } = await admin.get<Runs>('/v1/weather/runs');
  for (const instant of [body.models[0].newestRun!, body.models[0].nextRun])
    expect(await model.locator(`time[datetime="${instant}"]`).innerText()).toMatch(/ UTC$/);
  await model.getByText('Off', { exact: true }).waitFor();
  await model.getByText(body.models[0].state.detail).waitFor();
  const status = app().app.get(IngestStatusesService).of('gfs');
  status.wait(new Date());
  await page.getByRole('button', { name: 'Check now' }).click();
  await page.getByText('Looking for model runs.').waitFor();
  status.stop();
  expect(faults).toEqual([]);
  await page.context().close();
});

test.each(['light', 'dark'] as const)(
  'a fault of a run source is shown with the location that was tried, %s',
  async (colorScheme) => {
    const status = app().app.get(IngestStatusesService).of('gfs');
    const detail =
      'the gfs run 2026-11-21T06Z has no file; looked for https://a.example/gfs.20261121/06/f000.idx';
    status.runFault = { code: 'LayoutUnknownError', detail, run: undefined, since: new Date() };
    status.product = 'pres_a.0p25';
    status.noteSources([
      { location: 'https://a.example', state: 'failing', error: 'ConnectionError', steps: 0 },
      { location: 'https://b.example', state: 'well', error: null, steps: 0 },
    ]);
    for (const width of [1440, 390]) {
      const { page, faults } = await openAs(browser, app(), admin, {
        colorScheme,
        viewport: { width, height: 900 },
      });
      await page.goto('/admin/service');
      const card = page.locator('section').filter({ has: page.getByRole('heading', { name: 'GFS 1p00' }) });
      await card.getByText(detail).waitFor();
      await card.getByText('LayoutUnknownError').waitFor();
      await card.getByText('ConnectionError').waitFor();
      await card.getByText('pres_a.0p25').waitFor();
      expect(await card.getByText(/^(Off|Up to date|Late|Source has changed)$/).allInnerTexts()).toEqual([
        'Off',
      ]);
      expect(await accessibilityViolations(page)).toEqual([]);
      expect(faults).toEqual([]);
      await page.context().close();
    }
    status.runFault = undefined;
    const { page } = await openAs(browser, app(), admin, { colorScheme });
    await page.goto('/admin/service');
    await page.getByText('pres_a.0p25').waitFor();
    expect(await page.getByText('LayoutUnknownError').count()).toBe(0);
    await page.context().close();
  },
);

const STATES = [
  { code: 'downloading', title: 'Downloading' },
  { code: 'late', title: 'Late' },
  { code: 'up_to_date', title: 'Up to date' },
  { code: 'unreachable', title: 'Source not reachable' },
  { code: 'no_run', title: 'No run yet' },
] as const;

test('five models are shown with one state each, and a dot leads to those that need a person', async () => {
  const { page, faults } = await openAs(browser, app(), admin, {
    locale: 'en-GB',
    viewport: { width: 390, height: 900 },
  });
  const names = ['ifs', 'aifs', 'icon-eu', 'gfs', 'gefs'];
  await page.route('**/v1/weather/runs', async (route) => {
    const response = await route.fetch();
    const runs = (await response.json()) as Runs;
    const [schedule, ingest, run] = [runs.models[0], runs.ingest[0], runs.runs[0]];
    runs.models = names.map((model) => ({ ...schedule, model, resolution: '0p25' }));
    runs.models.forEach((model, index) => {
      const detail = `${names[index]} explained.`;
      model.state = { ...STATES[index], detail, needsAttention: index === 3 };
    });
    runs.ingest = names.map((model) => ({ ...ingest, model }));
    const progress = { run: run.run, startedAt: run.run, stepsDone: 32, steps: 85 };
    const bytes = { downloadedBytes: 412_000_000, totalBytes: null };
    Object.assign(runs.ingest[0], { state: 'ingesting', progress: { ...progress, ...bytes } });
    const lastError = { code: 'ConnectionError', at: run.publishedAt, count: 12 };
    Object.assign(runs.ingest[3], { state: 'waiting', lastError, clockSkewSeconds: -7200 });
    runs.runs = names.flatMap((model) =>
      Array.from({ length: 4 }, (_, i) => ({ ...run, model, resolution: String(i) })),
    );
    await route.fulfill({ response, json: runs });
  });
  await page.goto('/admin/service');
  const card = (model: string) =>
    page
      .locator('section')
      .filter({ has: page.getByRole('heading', { name: `${model} 0p25`, exact: true }) });
  const titles = STATES.map(({ title }) => title);
  for (const [index, name] of ['IFS', 'AIFS', 'ICON-EU', 'GFS', 'GEFS'].entries()) {
    await card(name).getByText(`${names[index]} explained.`).waitFor();
    const shown = await card(name)
      .getByText(new RegExp(`^(${titles.join('|')})$`))
      .allInnerTexts();
    expect(shown).toEqual([titles[index]]);
  }
  await card('IFS').getByText('412 MB', { exact: false }).waitFor();
  await card('GFS').getByText('ConnectionError, 12 times in a row', { exact: false }).waitFor();
  await page.getByRole('link', { name: 'Service needs attention' }).waitFor();
  await page.getByRole('button', { name: 'Open menu' }).click();
  await page.getByRole('link', { name: 'Administration needs attention' }).waitFor();
  await page.getByRole('button', { name: 'Close menu' }).click();
  expect(await page.getByRole('table', { name: 'Model runs' }).getByRole('row').count()).toBe(21);
  expect(await accessibilityViolations(page)).toEqual([]);
  expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
  expect(faults).toEqual([]);
  await page.context().close();
});

test('a damaged run is reported in plain words until it has been replaced', async () => {
  const aside = join(app().dataDirectory, 'runs/gfs_1p00_20261101T0000Z_1.damaged');
  mkdirSync(aside);
  const { page, faults } = await openAs(browser, app(), admin, { locale: 'en-GB' });
  await page.goto('/admin/service');
  await page.getByText('1 out of service').waitFor();
  await page.getByText('Other runs are used until it is fetched again. Check the disk.').waitFor();
  expect(await accessibilityViolations(page)).toEqual([]);
  rmSync(aside, { recursive: true });
  await page.getByText('1 out of service').waitFor({ state: 'detached' });
  expect(faults).toEqual([]);
  await page.context().close();
});

test.each([
  [1440, 'light'],
  [390, 'dark'],
] as const)(
  'the status page shows one state for each model to members, %i px, %s',
  async (width, colorScheme) => {
    const context = await browser.newContext({
      baseURL: app().url,
      colorScheme,
      viewport: { width, height: 900 },
    });
    const stranger = await context.newPage();
    await stranger.goto('/status');
    await stranger.getByRole('link', { name: 'Sign in to see the status' }).click();
    await stranger.waitForURL('**/login?next=*status');
    await context.close();
    const { page, faults } = await openAs(browser, app(), admin, {
      colorScheme,
      viewport: { width, height: 900 },
    });
    await page.goto('/status');
    const { body } = await admin.get<Status>('/v1/status');
    await page.getByText(body.data[0].state.detail).waitFor();
    expect(await page.getByText('Off', { exact: true }).count()).toBe(body.data.length);
    await page.getByRole('link', { name: 'Go to the dashboard' }).waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
    await page.goto('/admin/service');
    await page.getByText(body.data[0].state.detail).waitFor();
    await page.goto('/nothing/here');
    await page.getByRole('link', { name: 'Go to Overview' }).click();
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    expect(faults.filter((fault) => !fault.includes('404'))).toEqual([]);
    await page.context().close();
  },
);
