import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Browser, type Page } from 'playwright-core';
import { createClient } from '../../support/api-caller.js';
import { publishRun } from '../../support/published-run.js';
import { useTestApp } from '../../support/test-app.js';
import { startBrowser } from '../browser-session.js';
import { accessibilityViolations, everythingKept, openAs, openSignedIn } from './dashboard-session.js';

const app = useTestApp();
let browser: Browser;
beforeAll(async () => {
  browser = await startBrowser();
  await publishRun(app());
});
afterAll(() => browser.close());

async function openBuilder(path = '/forecast/request') {
  const opened = await openSignedIn(browser, app());
  const clientId = await createClient(opened.caller, { name: 'Builder' });
  await opened.page.goto(path);
  await opened.page.getByRole('tab', { name: 'URL', exact: true }).waitFor();
  return { ...opened, clientId };
}

async function sample(page: Page, language: string): Promise<string> {
  await page.getByRole('tab', { name: language, exact: true }).click();
  return page.getByRole('region', { name: language, exact: true }).innerText();
}

const urlOf = async (page: Page) => new URL(await sample(page, 'URL'));

test('the checked and typed values appear at once in the URL and in every language', async () => {
  const { page, faults } = await openBuilder('/forecast/request?lat=47.4211&lon=10.9863&units=imperial');
  expect((await urlOf(page)).search).toBe('?lat=47.4211&lon=10.9863&units=imperial&apikey=YOUR_API_KEY');
  await page.getByRole('checkbox', { name: 'All of Wind' }).check();
  await page.getByRole('checkbox', { name: 'windDirection' }).uncheck();
  await page.getByRole('checkbox', { name: 'daily' }).check();
  await page.getByLabel('elevation').fill('2962');
  await page.getByLabel('timezone').fill('auto');
  await page.getByLabel('source').selectOption('gfs');
  await page.getByLabel('units').selectOption('metric');

  const asked = {
    lat: '47.4211',
    lon: '10.9863',
    elevation: '2962',
    fields: 'windSpeed,windGust',
    timelines: 'daily',
    timezone: 'auto',
    units: 'metric',
    source: 'gfs',
  };
  expect(Object.fromEntries((await urlOf(page)).searchParams)).toEqual({ ...asked, apikey: 'YOUR_API_KEY' });
  for (const language of ['curl', 'JavaScript', 'Python']) {
    const code = await sample(page, language);
    const url = new URL(/http[^"']+/.exec(code)![0]);
    expect(Object.fromEntries(url.searchParams)).toEqual(asked);
    expect(code).toContain('YOUR_API_KEY');
  }
  expect(faults).toEqual([]);
  await page.context().close();
});

test('the fields are those of the API, under its headings', async () => {
  const { page } = await openBuilder();
  const { fields } = (await (await fetch(`${app().url}/v1/weather/fields`)).json()) as {
    fields: { name: string; group: string }[];
  };
  const shown = await page.evaluate<string[][]>(`[...document.querySelectorAll('input[name=fields]')]
    .map((box) => [box.value, box.closest('fieldset').querySelector('legend').textContent])`);
  expect(shown.sort()).toEqual(fields.map(({ name, group }) => [name, group]).sort());
  await page.context().close();
});

test('the request is sent with a key that is stored nowhere; an error is shown at its field', async () => {
  const { page, faults } = await openBuilder();
  const keys: string[] = [];
  page.on('request', (request) => {
    const key = request.headers().apikey;
    if (key !== undefined) keys.push(key);
  });
  await page.getByRole('checkbox', { name: 'Temperature (°C) temperature', exact: true }).check();
  await page.getByRole('button', { name: 'Send' }).click();
  await page
    .getByRole('region', { name: 'Response' })
    .getByText('"temperature": 10', { exact: false })
    .waitFor();
  expect(keys[0]).toMatch(/^wx_/);
  expect(await everythingKept(page)).not.toContain(keys[0]);

  await page.getByLabel('timezone').fill('Mars');
  await page.getByRole('button', { name: 'Send' }).click();
  await page.locator('[name=timezone][aria-invalid=true]').waitFor();
  await page.locator('p').filter({ hasText: '"timezone" must be' }).waitFor();
  expect(faults).toEqual([]);
  await page.context().close();
});

test('the builder shows what the request will use, and the service charges the same', async () => {
  const { page, faults } = await openBuilder();
  const note = page.getByText('Sending this counts as a request from Builder', { exact: false });
  // The remaining quota is appended once it has loaded.
  await note.filter({ hasText: /uses 1 unit\. ./ }).waitFor();

  const start = new Date(Math.ceil(Date.now() / 3_600_000) * 3_600_000);
  const end = new Date(start.getTime() + 12 * 3_600_000);
  await page.getByRole('checkbox', { name: 'hourly' }).check();
  await page.getByRole('checkbox', { name: 'minutely' }).check();
  await page.getByLabel('startTime').fill(start.toISOString());
  await page.getByLabel('endTime').fill(end.toISOString());
  // 12 hours and 720 minutes of 18 fields: 13,176 values, one unit per 10,000 or part of it.
  expect(await note.innerText()).toContain('uses 2 units. ');
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByText('"day";r=49998', { exact: false }).waitFor();

  await page.getByLabel('endTime').fill(new Date(start.getTime() + 16 * 86_400_000).toISOString());
  // 384 hours and 23,040 minutes: 421,632 values.
  expect(await note.innerText()).toContain('uses 43 units. ');
  await page.getByRole('checkbox', { name: 'Temperature (°C) temperature', exact: true }).check();
  // With one field: 23,424 values.
  expect(await note.innerText()).toContain('uses 3 units. ');
  await page.getByLabel('endTime').fill('soon');
  expect(await note.innerText()).toContain('uses 1 unit. ');
  expect(faults).toEqual([]);
  await page.context().close();
});

test.each([
  ['light', 1440],
  ['dark', 390],
] as const)('it is accessible and fits in the %s scheme, %d px wide', async (colorScheme, width) => {
  const { page: first, caller } = await openBuilder();
  await first.context().close();
  const viewport = { width, height: 900 };
  const { page, faults } = await openAs(browser, app(), caller, { colorScheme, viewport });
  await page.goto('/forecast');
  await page.getByRole('link', { name: 'Build a request' }).click();
  await page.getByRole('checkbox', { name: 'All of Wind' }).check();
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByRole('region', { name: 'Response' }).waitFor();
  expect(await accessibilityViolations(page)).toEqual([]);
  expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
  expect(faults).toEqual([]);
  await page.context().close();
});
