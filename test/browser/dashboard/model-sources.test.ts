import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type Browser, type Page } from 'playwright-core';
import type { components } from '../../../openapi/openapi.js';
import { HOUR_MS } from '../../../src/core/time/index.js';
import { createClient, type SignedInCaller, signedInCaller } from '../../support/api-caller.js';
import { publishRun } from '../../support/published-run.js';
import { useTestApp } from '../../support/test-app.js';
import { startBrowser } from '../browser-session.js';
import { accessibilityViolations, openAs, openMetrics } from './dashboard-session.js';

type Forecast = components['schemas']['Forecast'];

const AIR = ['temperature', 'temperatureApparent', 'dewPoint'];
const EXPLORER = '/forecast?lat=52.23&lon=21.01&units=metric';

const app = useTestApp({ MODELS: 'gfs,ifs,gefs' });
let browser: Browser;
let caller: SignedInCaller;
beforeAll(async () => {
  browser = await startBrowser();
  // Starts before the current local day in every time zone.
  await publishRun(app(), 40, { stepsHours: [0, 24, 300] });
  await publishRun(app(), 6, { stepsHours: [0, 48], isPart: true });
  await publishRun(app(), 24, { model: 'ifs', resolution: '0p25', celsius: 15, stepsHours: [0, 48] });
  caller = await signedInCaller(app());
  await createClient(caller, { name: 'Explorer' });
});
afterAll(() => browser.close());

const open = (width = 1440, colorScheme: 'light' | 'dark' = 'light') =>
  openAs(browser, app(), caller, { locale: 'en-GB', colorScheme, viewport: { width, height: 900 } });

/** Replaces the sources of the service's response; their hours count from the response's first hour. */
async function withSources(
  page: Page,
  sourcesOf: (at: (hour: number) => string, fields: string[]) => object[],
): Promise<void> {
  await page.route('**/v1/weather/forecast?*', async (route) => {
    const response = await route.fetch();
    const forecast = (await response.json()) as Forecast;
    const [first] = forecast.data.timelines.hourly!;
    const at = (hour: number) => new Date(Date.parse(first.time) + hour * HOUR_MS).toISOString();
    const source = { ...forecast.meta.sources[0], reaches: undefined };
    const sources = sourcesOf(at, Object.keys(first.values)).map((other) => {
      const merged = { ...source, ...other };
      const { fields, from, to } = merged;
      return { ...merged, spans: [{ fields, from, to }] };
    });
    Object.assign(forecast.meta, { sources });
    await route.fulfill({ response, json: forecast });
  });
}

/** Opens the explorer, its sources and the charts of all metrics. */
async function show(page: Page): Promise<void> {
  await page.goto(EXPLORER);
  await page.getByText(/^Source: /).click();
  await openMetrics(page);
}

/** Returns the source of each hour, as shown in the chart's table. */
async function sourcesByHour(page: Page, chart: string): Promise<string[]> {
  const panel = page.locator('section').filter({ has: page.getByRole('heading', { name: chart, level: 3 }) });
  await panel.getByText('Show as table').click();
  const rows = panel.getByRole('table', { name: chart }).locator('tbody tr');
  await rows.first().waitFor();
  return rows.locator('td:last-child').allInnerTexts();
}

test('a partial run is marked as such, with the run that continues it and the hour at which that takes over', async () => {
  const { page, faults } = await open();
  await show(page);
  const sources = page.getByRole('table', { name: 'Sources' }).getByRole('row');
  await sources.nth(1).getByText('In progress, available to').waitFor();
  // If the local day began before the newer run, the older run has two rows of its own.
  expect(new Set(await sources.getByText(/^Run /).allInnerTexts()).size).toBe(2);
  const chart = page.getByRole('slider', { name: 'Temperature' });
  await chart.focus();
  await page.keyboard.press('Home');
  const newer = await chart.getAttribute('aria-valuetext');
  await page.keyboard.press('End');
  const older = await chart.getAttribute('aria-valuetext');
  expect([newer, older]).toEqual(Array(2).fill(expect.stringMatching(/, source GFS .*:00 UTC$/)));
  // The partial run started at least six hours ago and covers 48 hours; its last hour has no accumulated values.
  const byHour = await sourcesByHour(page, 'Temperature');
  expect([42, 43]).toContain(byHour.findIndex((name) => older!.endsWith(name)));
  expect(newer).not.toBe(older);
  await page.goto('/admin/service');
  const rows = page.getByRole('table', { name: 'Model runs' }).getByRole('row');
  await rows.nth(1).getByText('In progress').waitFor();
  await rows.nth(1).getByText('48 of 384 hours so far').waitFor();
  await rows.nth(2).getByText('Partial').waitFor();
  expect(await accessibilityViolations(page)).toEqual([]);
  expect(faults).toEqual([]);
  await page.context().close();
});

test.each([
  [1440, 'light'],
  [390, 'dark'],
] as const)('five models are distinguished, at %i pixels in the %s scheme', async (width, colorScheme) => {
  const { page, faults } = await open(width, colorScheme);
  await withSources(page, (at, fields) => [
    { source: 'icon-eu', fields: AIR, from: at(0), to: at(47), attribution: 'DWD' },
    { source: 'ifs', fields: AIR, from: at(36), to: at(95) },
    { source: 'gfs', fields: [...fields, 'pollenOfAFeature'], from: at(84), to: at(239) },
    { source: 'aifs', fields: ['humidity'], from: at(0), to: at(239) },
    { source: 'gefs', fields: ['precipitationProbability'], from: at(0), to: at(239) },
  ]);
  await show(page);
  const rows = page.getByRole('table', { name: 'Sources' }).getByRole('row');
  await rows.nth(5).getByText('Precipitation probability').waitFor();
  await rows.nth(3).getByText('19 fields').click();
  await rows.nth(3).getByText('pollenOfAFeature').waitFor();
  await page.getByText('ICON-EU: DWD', { exact: false }).waitFor();
  await page.getByText('A dashed line marks where the sources change.', { exact: false }).waitFor();
  const byHour = await sourcesByHour(page, 'Temperature');
  const hoursOf = (name: string) => byHour.filter((one) => one === name).length;
  const names = ['ICON-EU', 'ICON-EU, IFS', 'IFS', 'IFS, GFS', 'GFS'];
  expect(names.map(hoursOf)).toEqual([36, 12, 36, 12, 144]);
  expect(await accessibilityViolations(page)).toEqual([]);
  expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
  expect(faults).toEqual([]);
  await page.context().close();
});

test('models are compared on one chart, with one request for each', async () => {
  const { page, faults } = await open();
  await show(page);
  const asked: (string | null)[] = [];
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname === '/v1/weather/forecast') asked.push(searchParams.get('source'));
  });
  await page.getByRole('tab', { name: 'Compare models' }).click();
  const panel = page.getByRole('tabpanel', { name: 'Compare models' });
  await panel.getByText('Show as table').click();
  const table = panel.getByRole('table', { name: 'Temperature by model' });
  await table.getByRole('columnheader', { name: 'IFS' }).waitFor();
  const valuesOf = async (column: number) => table.locator(`tbody td:nth-child(${column})`).allInnerTexts();
  const [all, gfs, ifs] = [await valuesOf(2), await valuesOf(3), await valuesOf(4)];
  expect(all).toEqual(Array(240).fill('10.0 °C'));
  expect(gfs).toEqual(all);
  // The run started a day ago and covers 48 hours.
  const ownHours = ifs.filter((text) => text === '15.0 °C').length;
  expect([24, 25]).toContain(ownHours);
  expect(ifs.slice(ownHours)).toEqual(Array(240 - ownHours).fill('–'));

  await panel.getByLabel('Metric').selectOption('Dew point');
  await panel.getByText('No values of this metric here: All models, GFS, IFS.').waitFor();
  await panel.getByRole('checkbox', { name: 'GFS' }).uncheck();
  await panel.getByText('No values of this metric here: All models, IFS.').waitFor();
  expect(asked.filter((source) => source !== null).toSorted()).toEqual(['gfs', 'ifs']);
  expect(faults).toEqual([]);
  await page.context().close();
});

test('a model that fails is named, and the others are still compared', async () => {
  const { page, faults } = await open(390, 'dark');
  const detail = 'No stored run of ifs covers the location.';
  await page.route('**/v1/weather/forecast?*source=ifs*', (route) =>
    route.fulfill({ status: 400, json: { code: 'invalid_parameter', title: 'Invalid parameter', detail } }),
  );
  await show(page);
  await page.getByRole('tab', { name: 'Compare models' }).click();
  const panel = page.getByRole('tabpanel', { name: 'Compare models' });
  await panel.getByText(detail).waitFor();
  await panel.locator('figcaption').getByText('GFS').waitFor();
  expect(await panel.locator('figcaption').getByText('IFS').count()).toBe(0);
  await panel.getByText('Show as table').click();
  expect(await accessibilityViolations(page)).toEqual([]);
  expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
  expect(faults).toEqual([]);
  await page.context().close();
});

/**
 * Counts the pixels of the temperature chart with an opacity of 20%, or of 36% where two bands overlap. The antialiased
 * edges of lines have some as well.
 */
const bandPixels = (page: Page) =>
  page.evaluate<number>(`(() => {
    const canvas = document.querySelector('[role=slider][aria-label=Temperature] canvas');
    const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
    let pixels = 0;
    for (let i = 3; i < data.length; i += 4) pixels += [51, 92].some((alpha) => Math.abs(data[i] - alpha) < 3);
    return pixels;
  })()`);

describe('the ensemble', () => {
  beforeAll(() =>
    publishRun(app(), 1, {
      model: 'gefs',
      resolution: '0p50',
      stepsHours: [0, 24, 73],
      values: { temperature2mP10: 281.15, temperature2mP50: 283.65, temperature2mP90: 286.65 },
    }),
  );

  test.each([
    [1440, 'dark'],
    [390, 'light'],
  ] as const)('is drawn as a band, at %i pixels in the %s scheme', async (width, colorScheme) => {
    const { page, faults } = await open(width, colorScheme);
    const asked: string[] = [];
    page.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url());
      if (pathname === '/v1/weather/forecast') asked.push(searchParams.get('fields') ?? '');
    });
    await show(page);
    await page
      .getByText('The shaded band, P10 to P90, contains 80 % of the ensemble members', { exact: false })
      .waitFor();
    await page.getByText('counts as 2 requests from Explorer and uses 2 units', { exact: false }).waitFor();
    expect(asked).toEqual([expect.stringContaining('temperatureP10')]);
    expect(await bandPixels(page)).toBeGreaterThan(1000);
    await page.getByText('Show as table').first().click();
    const rows = page.getByRole('table', { name: 'Temperature' }).getByRole('row');
    const header = await rows.first().getByRole('columnheader').allInnerTexts();
    const quantilesOf = async (row: number) =>
      (await rows.nth(row).getByRole('cell').allInnerTexts())
        .slice(header.indexOf('Temperature P10') - 1)
        .slice(0, 3);
    // The quantiles are shifted to the model, which has 10 °C in every hour; the ensemble ends after three days.
    expect(await quantilesOf(70)).toEqual(['7.5 °C', '10.0 °C', '13.0 °C']);
    expect(await quantilesOf(73)).toEqual(['–', '–', '–']);
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.getByRole('tab', { name: 'Daily' }).click();
    const chart = page.getByRole('slider', { name: 'Temperature', exact: true });
    await chart.focus();
    // Tomorrow is the first complete day: today, the ensemble lacks the hours before its run.
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowRight');
    expect(await chart.getAttribute('aria-valuetext')).toContain(
      'Max P10 7.5 °C, Max P50 10.0 °C, Max P90 13.0 °C',
    );
    expect(await bandPixels(page)).toBeGreaterThan(1000);
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
    expect(faults).toEqual([]);
    await page.context().close();
  });
});

test('twenty sources fit, each in a row', async () => {
  const { page, faults } = await open(390);
  await withSources(page, (at, fields) =>
    Array.from({ length: 20 }, (_, i) => ({ fields, run: at(-6 * i), from: at(6 * i), to: at(6 * i + 5) })),
  );
  await show(page);
  const rows = page.getByRole('table', { name: 'Sources' }).getByRole('row');
  await rows.nth(20).waitFor();
  expect(new Set(await sourcesByHour(page, 'Temperature')).size).toBe(20);
  expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
  expect(faults).toEqual([]);
  await page.context().close();
});
