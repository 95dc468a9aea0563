import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Browser, type Locator, type Page } from 'playwright-core';
import { createClient } from '../../support/api-caller.js';
import { readReports, useMetarCache } from '../../support/metar-cache.js';
import { metarRow, minutesAgo } from '../../support/metar-rows.js';
import { publishRun } from '../../support/published-run.js';
import { useTestApp } from '../../support/test-app.js';
import { startBrowser } from '../browser-session.js';
import {
  accessibilityViolations,
  everythingKept,
  openAs,
  openMetrics,
  openSignedIn,
} from './dashboard-session.js';

const cache = useMetarCache();
const app = useTestApp({ OBSERVATIONS: 'metar', METAR_BASE_URL: cache.url });
let browser: Browser;
beforeAll(async () => {
  browser = await startBrowser();
  await publishRun(app(), 1, { stepsHours: [0, 12, 24, 72, 144, 276] });
});
afterAll(() => browser.close());

const now = (page: Page) => page.locator('section').filter({ hasText: 'Local time' });

async function openExplorer(path = '/forecast', limits = {}) {
  const opened = await openSignedIn(browser, app(), { locale: 'en-GB' });
  const clientId = await createClient(opened.caller, { name: 'Explorer', rate_limits: limits });
  await opened.page.goto(path);
  return { ...opened, clientId };
}

test('without a client, it leads to the clients page', async () => {
  const { page, faults } = await openSignedIn(browser, app());
  await page.goto('/forecast');
  await page.getByText('Create a client first').waitFor();
  await page.getByRole('link', { name: 'Go to Clients' }).click();
  await page.waitForURL('**/clients');
  expect(faults).toEqual([]);
  await page.context().close();
});

test('a place is shown in both unit systems, with its source, using a key that is stored nowhere', async () => {
  const { page, caller, clientId, faults } = await openExplorer();
  const answered = page.waitForResponse((response) => response.url().includes('/v1/weather/forecast?'));
  const key = await (await answered).request().headerValue('apikey');
  expect(key).toMatch(/^wx_/);
  await now(page).getByText('10.0 °C').waitFor();
  await page.getByText(/^Source: GFS · run \d+ \w+ old/).waitFor();
  const warnings = page.getByText(/This forecast has \d warnings?/);
  await warnings.waitFor();
  const code = page.getByText('not_in_run', { exact: true }).first();
  // A single one is open: there is no second one in the hour in which the run starts with the day.
  if (!(await code.isVisible())) await warnings.click();
  await code.waitFor();

  await page.getByLabel('Units').selectOption('imperial');
  await now(page).getByText('50.0 °F').waitFor();
  const sample = await page.getByRole('region', { name: 'curl' }).innerText();
  expect(sample).toContain('lat=52.2297&lon=21.0122');
  expect(sample).toContain('units=imperial');
  expect(await everythingKept(page)).not.toContain(key);
  expect((await caller.get(`/v1/clients/${clientId}/api-keys`)).body).toMatchObject({ data: [] });
  expect(faults).toEqual([]);
  await page.context().close();
});

test('the current conditions name the station, its report and whom to credit', async () => {
  cache.write([metarRow({ observation_time: minutesAgo(5) })]);
  await readReports(app());
  const { page, faults } = await openExplorer('/forecast?lat=42.3606&lon=-71.0097&units=metric');
  const card = now(page);
  await card.getByText('8.3 °C').waitFor();
  await card.getByText('From the station KBOS, 0 km away', { exact: false }).waitFor();
  await card.getByText('NOAA/NWS Aviation Weather Center', { exact: false }).waitFor();
  await card.getByText('METAR KBOS 210554Z', { exact: false }).waitFor();
  expect(await accessibilityViolations(page)).toEqual([]);
  await page.getByLabel('Latitude').fill('-40');
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await card.getByText('no station nearby has sent a fitting report', { exact: false }).waitFor();
  expect(faults).toEqual([]);
  await page.context().close();
});

test('a point is chosen by coordinates, by clicking on the map, and with the arrow keys', async () => {
  const { page, faults } = await openExplorer();
  const [lat, lon] = [page.getByLabel('Latitude'), page.getByLabel('Longitude')];
  await lat.fill('-33.9');
  await lon.fill('18.4');
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  const map = page.getByRole('application', { name: ', South Africa' });
  await map.waitFor();

  const { width, height } = (await map.boundingBox())!;
  await page.getByRole('application').click({ position: { x: width * 0.75, y: height * 0.25 } });
  await page.getByRole('application', { name: 'Selected location: 4' }).waitFor();
  expect(Number(await lat.inputValue())).toBeCloseTo(45, 0);
  expect(Number(await lon.inputValue())).toBeCloseTo(90, 0);

  const before = Number(await lon.inputValue());
  await page.getByRole('application').focus();
  await page.keyboard.press('ArrowRight');
  await page.getByRole('application', { name: String(before + 2) }).waitFor();
  expect(Number(await lon.inputValue())).toBeCloseTo(before + 2, 2);
  await page.keyboard.press('+');
  expect(await page.getByRole('application').getAttribute('viewBox')).toMatch(/ 720\.0 360\.0$/);
  await now(page).getByText('10.0 °C').waitFor();
  expect(faults).toEqual([]);
  await page.context().close();
});

test("the browser's location is used if allowed, and its refusal explained", async () => {
  const { page, faults } = await openExplorer();
  await page.getByRole('button', { name: 'My location' }).click();
  await page.getByText('Your browser blocked access to your location.', { exact: false }).waitFor();
  await page.context().grantPermissions(['geolocation']);
  await page.context().setGeolocation({ latitude: 59.91273, longitude: 10.74609 });
  await page.getByRole('button', { name: 'My location' }).click();
  await page.getByRole('application', { name: 'Selected location: 59.91, 10.75, Norway' }).waitFor();
  expect(faults).toEqual([]);
  await page.context().close();
});

test("the API's error for invalid coordinates is shown at the field", async () => {
  const { page } = await openExplorer();
  await page.getByLabel('Latitude').fill('99');
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await page.locator('[name=lat][aria-invalid=true]').waitFor();
  await page.getByText('"lat" must', { exact: false }).waitFor();
  await page.context().close();
});

test('a used-up limit is shown with the time to wait', async () => {
  const { page } = await openExplorer('/forecast?units=metric', { day: 1 });
  await now(page).getByText('10.0 °C').waitFor();
  await page.getByLabel('Units').selectOption('imperial');
  const notice = page.getByRole('alert');
  await notice.getByText('quota_exceeded').waitFor();
  await notice.getByText(/Try again in \d+ \w+/).waitFor();
  await page.context().close();
});

test('the key is renewed before it expires', async () => {
  const { page, caller } = await openSignedIn(browser, app());
  await createClient(caller);
  await page.clock.install();
  let made = 0;
  page.on(
    'request',
    (request) => (made += Number(request.method() === 'POST' && request.url().endsWith('/api-keys'))),
  );
  const show = async (units: string) => {
    const answered = page.waitForResponse((response) => response.url().includes(`units=${units}`));
    await page.getByLabel('Units').selectOption(units);
    await page.clock.runFor(1000);
    expect((await answered).status()).toBe(200);
    return made;
  };
  await page.goto('/forecast?units=metric');
  await page.getByLabel('Units').waitFor();
  await page.clock.runFor(1000);
  expect(await show('imperial')).toBe(1);
  await page.clock.runFor(14 * 60_000);
  expect(await show('metric')).toBe(2);
  await page.context().close();
});

test('the hourly and daily views, the table and the JSON show the same response', async () => {
  const { page, faults } = await openExplorer('/forecast?units=metric');
  await openMetrics(page);
  const hours = page.getByRole('tabpanel', { name: 'Hourly' });
  await hours.getByText('Show as table').first().click();
  const cells = hours.getByRole('table', { name: 'Temperature' }).getByRole('cell');
  expect(await cells.first().innerText()).toBe('10.0 °C');
  await page.getByRole('tab', { name: 'Daily' }).click();
  const days = page.getByRole('tabpanel', { name: 'Daily' });
  const chart = days.getByRole('slider', { name: 'Temperature', exact: true });
  await chart.focus();
  await page.keyboard.press('Home');
  expect(await chart.getAttribute('aria-valuetext')).toContain('Max 10.0 °C');
  await page.getByRole('tab', { name: 'JSON' }).click();
  const { meta } = JSON.parse(await page.getByRole('region', { name: 'Response' }).innerText()) as {
    meta: { source: string };
  };
  expect(meta.source).toBe('gfs');
  expect(faults).toEqual([]);
  await page.context().close();
});

test.each(['light', 'dark'] as const)('every view is accessible in the %s scheme', async (colorScheme) => {
  const { page: first, caller } = await openExplorer();
  await first.context().close();
  const { page, faults } = await openAs(browser, app(), caller, { colorScheme });
  await page.goto('/forecast');
  await page.getByRole('application').waitFor();
  await openMetrics(page);
  for (const view of ['Hourly', 'Daily', 'JSON']) {
    await page.getByRole('tab', { name: view }).click();
    for (const summary of await page.getByText('Show as table').all()) await summary.click();
    expect([view, await accessibilityViolations(page)]).toEqual([view, []]);
  }
  expect(faults).toEqual([]);
  await page.context().close();
});

test("the layout doesn't shift on hover, and the URL holds plain numbers", async () => {
  const { page, faults } = await openExplorer('/forecast?units=metric');
  await page.getByLabel('Latitude').fill('52.23');
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await page.waitForURL(/lat=52\.23(&|$)/);
  await now(page).getByText('10.0 °C').waitFor();
  await page.setViewportSize({ width: 390, height: 900 });
  await openMetrics(page);
  const chart = page.getByRole('slider', { name: 'Temperature' }).first();
  await chart.scrollIntoViewIfNeeded();
  const before = await chart.boundingBox();
  await chart.hover();
  await page.locator('figcaption').first().getByText('10.0 °C').last().waitFor();
  expect(await chart.boundingBox()).toEqual(before);
  expect(faults).toEqual([]);
  await page.context().close();
});

test.each([
  ['2027-06-21T23:00:00Z', '1000 at night', '#66748a'],
  ['2027-06-21T11:00:00Z', '1000', '#e59a00'],
])("a clear sky at %s has the meteogram's symbol %s, in the color %s", async (time, symbol, colour) => {
  const { page } = await openExplorer('/clients');
  await page.route('**/v1/weather/current?*', async (route) => {
    const response = await route.fetch();
    const { data, ...others } = (await response.json()) as { data: { values: object } };
    const values = { ...data.values, weatherCode: 1000 };
    await route.fulfill({ response, json: { ...others, data: { time, values } } });
  });
  await page.goto('/forecast?lat=52.23&lon=21.01');
  await now(page).locator(`svg[data-symbol="${symbol}"] [fill="${colour}"]`).first().waitFor();
  await page.context().close();
});

test('metrics without values are named, without a panel or a question mark', async () => {
  const { page } = await openExplorer('/forecast');
  await openMetrics(page);
  await page.getByText(/^Not available here: .*Wind/).waitFor();
  expect(await page.getByRole('heading', { name: 'Wind direction' }).count()).toBe(0);
  expect(await page.locator('[class*=lucide-circle-help], [class*=circle-question]').count()).toBe(0);
  await page.context().close();
});

test.each([
  [1440, 900],
  [390, 844],
])('the first screen of %i × %i pixels shows the weather', async (width, height) => {
  const { page, faults } = await openExplorer('/clients');
  await page.setViewportSize({ width, height });
  await page.goto('/forecast?units=metric');
  const days = page.getByRole('list', { name: 'Days' });
  await days.waitFor();
  expect(await days.getByRole('listitem').count()).toBe(10);
  const boxOf = async (part: Locator) => (await part.boundingBox())!;
  const [card, strip] = [await boxOf(now(page)), await boxOf(days)];
  expect(card.y).toBeLessThan(height / 3);
  expect(strip.y + strip.height).toBeLessThanOrEqual(height);
  expect((await boxOf(page.getByRole('application'))).y).toBeGreaterThan(strip.y + strip.height);
  expect(await page.getByRole('slider').count()).toBe(0);
  expect(faults).toEqual([]);
  await page.context().close();
});
