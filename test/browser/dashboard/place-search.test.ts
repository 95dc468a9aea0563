import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Browser, type BrowserContextOptions } from 'playwright-core';
import { createClient } from '../../support/api-caller.js';
import { publishRun } from '../../support/published-run.js';
import { useTestApp } from '../../support/test-app.js';
import { readUsage } from '../../support/usage-caller.js';
import { startBrowser } from '../browser-session.js';
import { accessibilityViolations, openSignedIn } from './dashboard-session.js';

const app = useTestApp();
let browser: Browser;
beforeAll(async () => {
  browser = await startBrowser();
  await publishRun(app());
});
afterAll(() => browser.close());

const openExplorer = (options: BrowserContextOptions = {}) => openSearch('/forecast', options);

async function openSearch(path: string, options: BrowserContextOptions = {}) {
  const opened = await openSignedIn(browser, app(), { locale: 'en-GB', ...options });
  await createClient(opened.caller, { name: 'Explorer' });
  await opened.page.goto(path);
  const { page } = opened;
  const found = page.getByRole('listbox', { name: 'Places' }).getByRole('option');
  return { ...opened, search: page.getByRole('combobox', { name: 'Place' }), found };
}

test('a place is found by its name in another language, with the keyboard', async () => {
  const { page, search, faults } = await openExplorer();
  await search.focus();
  await page.keyboard.press('ArrowDown');
  await page.getByText('Type the name of a city, town or village.').waitFor();
  const answered = page.waitForResponse((response) => response.url().includes('/v1/places?'));
  // Enter waits for the response.
  await search.pressSequentially('munch');
  await page.getByRole('option', { name: 'Bavaria, Germany' }).first().waitFor();
  expect(await accessibilityViolations(page)).toEqual([]);
  await search.fill('München');
  await page.keyboard.press('Enter');
  await page.getByRole('application', { name: 'Selected location: 48.1' }).waitFor();
  expect(await search.inputValue()).toBe('Munich');
  // GeoNames has Munich at 48.13743, 11.57549.
  expect(await page.getByLabel('Latitude').inputValue()).toBe('48.13743');
  expect(await page.getByLabel('Longitude').inputValue()).toBe('11.57549');
  const url = new URL((await answered).url());
  // Typing letter by letter sends a single request.
  expect(url.searchParams.get('query')).toBe('munch');

  await page.getByLabel('Latitude').fill('1');
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await page.getByRole('application', { name: 'Selected location: 1' }).waitFor();
  expect(await search.inputValue()).toBe('');
  expect(faults).toEqual([]);
  await page.context().close();
});

test("typing uses no client's quota and makes no key", async () => {
  const { page, search, found, caller } = await openSearch('/accuracy');
  const made: string[] = [];
  page.on('request', (request) => made.push(`${request.method()} ${new URL(request.url()).pathname}`));
  for (const words of ['krak', 'san fr', 'munch']) {
    await search.fill(words);
    await found.first().waitFor();
  }
  await page.getByRole('option', { name: 'Bavaria, Germany' }).first().waitFor();
  expect(made.filter((request) => request === 'GET /v1/places')).not.toEqual([]);
  expect(made.filter((request) => request.startsWith('POST'))).toEqual([]);
  const { totals } = await readUsage(caller, '');
  expect(totals).toMatchObject({ requests: 0, units: 0 });
  await page.context().close();
});

test('a search without results and a failed search are reported', async () => {
  const { page, search, found } = await openExplorer();
  await search.fill('no such place');
  await page.getByText('No matching places').waitFor();
  await page.route('**/v1/places?*', (route) =>
    route.fulfill({
      status: 429,
      contentType: 'application/problem+json',
      body: '{"detail":"The quota is used up."}',
    }),
  );
  await search.fill('Warsaw');
  await page.getByText('The search failed. The quota is used up.').waitFor();
  expect(await found.count()).toBe(0);
  await page.keyboard.press('Escape');
  expect(await search.inputValue()).toBe('');
  await page.context().close();
});

test('long names fit a phone', async () => {
  const { page, search, found } = await openExplorer({ viewport: { width: 360, height: 740 } });
  await search.fill('Llanfairpwllgwyngyll');
  await found.first().waitFor();
  expect((await found.first().boundingBox())!.width).toBeLessThan(360);
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(360);
  await page.context().close();
});
