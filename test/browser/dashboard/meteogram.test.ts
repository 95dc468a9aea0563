import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { decode } from 'fast-png';
import { type Browser, type Page } from 'playwright-core';
import { createClient } from '../../support/api-caller.js';
import { createKeyedClient } from '../../support/forecast-caller.js';
import { publishRun } from '../../support/published-run.js';
import { useTestApp } from '../../support/test-app.js';
import { openPage, startBrowser } from '../browser-session.js';
import {
  accessibilityViolations,
  everythingKept,
  openAs,
  openMetrics,
  openSignedIn,
} from './dashboard-session.js';

const SVG = '/v1/weather/meteogram.svg?';
const POINT = 'lat=52.23&lon=21.01';

const app = useTestApp();
let browser: Browser;
beforeAll(async () => {
  browser = await startBrowser();
  // Longer than five days.
  await publishRun(app(), 1, { stepsHours: [0, 72, 132] });
});
afterAll(() => browser.close());

const picture = (page: Page) => page.getByRole('img', { name: 'Meteogram of the next 240 hours' });
const openTab = async (page: Page) => {
  await openMetrics(page);
  await page.getByRole('tab', { name: 'Meteogram' }).click();
};
const asked = (page: Page) => page.waitForResponse((response) => response.url().includes(SVG));

/** Width at which the browser renders the image; 0 if it can't. */
const drawnWidth = (page: Page) =>
  picture(page).evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth);

async function openExplorer(path = `/forecast?${POINT}&units=imperial`, options = {}) {
  const opened = await openSignedIn(browser, app(), { locale: 'en-GB', ...options });
  await createClient(opened.caller, { name: 'Explorer' });
  await opened.page.goto(path);
  return opened;
}

async function downloaded(page: Page, button: string) {
  const started = page.waitForEvent('download');
  await page.getByRole('button', { name: button }).click();
  const download = await started;
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
}

test("the image uses the forecast's place, hours and units, and the dashboard's theme", async () => {
  const { page, faults } = await openExplorer();
  const first = asked(page);
  await openTab(page);
  const request = (await first).request();
  expect(Object.fromEntries(new URL(request.url()).searchParams)).toEqual({
    lat: '52.23',
    lon: '21.01',
    units: 'imperial',
    hours: '240',
    width: '900',
    theme: 'light',
  });
  const key = await request.headerValue('apikey');
  expect(key).toMatch(/^wx_/);
  await picture(page).waitFor();
  expect(await drawnWidth(page)).toBe(900);

  const second = asked(page);
  await page.getByRole('radio', { name: 'Dark theme' }).click();
  expect(new URL((await second).url()).searchParams.get('theme')).toBe('dark');
  expect(await everythingKept(page)).not.toContain(key);
  expect(faults).toEqual([]);
  await page.context().close();
});

test('the image can be downloaded as SVG and PNG, and its request copied as HTML and curl', async () => {
  const { page, faults } = await openExplorer();
  const answer = asked(page);
  await openTab(page);
  const shown = await (await answer).text();
  const svg = await downloaded(page, 'Download SVG');
  expect([svg.name, svg.bytes.toString()]).toEqual(['meteogram_52.23_21.01.svg', shown]);
  const png = await downloaded(page, 'Download PNG');
  expect([png.name, decode(png.bytes).width]).toEqual(['meteogram_52.23_21.01.png', 1800]);

  const html = await page.getByRole('region', { name: 'HTML' }).innerText();
  const source = new URL(/src="([^"]+)"/.exec(html)![1].replaceAll('&amp;', '&'));
  expect(Object.fromEntries(source.searchParams)).toMatchObject({
    theme: 'auto',
    hours: '240',
    apikey: 'YOUR_API_KEY',
  });
  await page.getByRole('tablist', { name: 'Meteogram request' }).getByRole('tab', { name: 'curl' }).click();
  const curl = await page.getByRole('region', { name: 'curl' }).first().innerText();
  expect(curl).toContain(`${app().url}${SVG}${POINT}`);
  expect(faults).toEqual([]);
  await page.context().close();
});

test('loading and failure are indicated, and a failed request can be retried', async () => {
  const { page } = await openExplorer();
  let fail!: () => void;
  const isFailing = new Promise<void>((resolve) => (fail = resolve));
  await page.route(`**${SVG}*`, async (route) => {
    await isFailing;
    await route.fulfill({
      status: 429,
      contentType: 'application/problem+json',
      body: '{"title":"The quota is used up","detail":"1 unit is missing.","code":"quota_exceeded"}',
    });
  });
  await openTab(page);
  await page.getByRole('tabpanel', { name: 'Meteogram' }).getByRole('status', { name: 'Loading' }).waitFor();
  fail();
  const notice = page.getByRole('alert');
  await notice.getByText('1 unit is missing.').waitFor();
  await page.unrouteAll();
  await notice.getByRole('button', { name: 'Try again' }).click();
  await picture(page).waitFor();
  expect(await drawnWidth(page)).toBe(900);
  await page.context().close();
});

test.each([
  ['light', 1440, 900],
  ['dark', 390, 320],
] as const)(
  'it is accessible and fits in the %s scheme, %d px wide',
  async (colorScheme, screenWidth, pictureWidth) => {
    const { page: first, caller } = await openExplorer('/clients');
    await first.context().close();
    const viewport = { width: screenWidth, height: 900 };
    const { page, faults } = await openAs(browser, app(), caller, { colorScheme, viewport });
    await page.goto('/forecast');
    await openTab(page);
    await picture(page).waitFor();
    expect(await drawnWidth(page)).toBe(pictureWidth);
    expect(await accessibilityViolations(page)).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
    expect(faults).toEqual([]);
    await page.context().close();
  },
);

test('with theme=auto, an embedded image has the colors that the reader prefers', async () => {
  const { key } = await createKeyedClient(app());
  const { page, faults } = await openPage(browser, app().url);
  const shot = async (theme: string) => {
    await page.setContent(`<img src="${app().url}${SVG}${POINT}&theme=${theme}&apikey=${key}">`);
    return page.locator('img').screenshot();
  };
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    const [auto, light, dark] = [await shot('auto'), await shot('light'), await shot('dark')];
    expect(light.equals(dark)).toBe(false);
    expect(auto.equals(colorScheme === 'light' ? light : dark)).toBe(true);
  }
  expect(faults).toEqual([]);
  await page.context().close();
});
