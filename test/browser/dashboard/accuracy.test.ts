import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type Browser, type Page } from 'playwright-core';
import { createClient, signedInCaller } from '../../support/api-caller.js';
import { readReports, useMetarCache } from '../../support/metar-cache.js';
import { metarRow, minutesAgo } from '../../support/metar-rows.js';
import { storeScores } from '../../support/stored-scores.js';
import { useTestApp } from '../../support/test-app.js';
import { startBrowser } from '../browser-session.js';
import { accessibilityViolations, openAs, openSignedIn } from './dashboard-session.js';

const cache = useMetarCache();
const app = useTestApp({ OBSERVATIONS: 'metar', METAR_BASE_URL: cache.url, INGEST_SCHEDULE: 'off' });
const empty = useTestApp({ INGEST_SCHEDULE: 'off' });
const off = useTestApp({ ACCURACY: 'off', INGEST_SCHEDULE: 'off' });
const BOSTON = { id: 'KBOS', lat: 42.3606, lon: -71.0097 };
const AT_BOSTON = 'lat=42.3601&lon=-71.0589';
let browser: Browser;
beforeAll(async () => {
  browser = await startBrowser();
  cache.write([
    metarRow({ observation_time: minutesAgo(5) }),
    metarRow({
      ...{ station_id: 'KOWD', latitude: '42.1905', longitude: '-71.1729', elevation_m: '15' },
      ...{ raw_text: 'METAR KOWD 210554Z', observation_time: minutesAgo(5) },
    }),
  ]);
  await readReports(app());
});
afterAll(() => browser.close());

const LOCALE = { locale: 'en-GB' };
const card = (page: Page, title: string) =>
  page.locator('section').filter({ has: page.getByRole('heading', { name: title }) });

async function open(path: string, of = app()) {
  const opened = await openSignedIn(browser, of, LOCALE);
  await createClient(opened.caller, { name: 'Explorer' });
  await opened.page.goto(path);
  return opened;
}

describe('before there are enough cases', () => {
  test('without any, it says what to switch on, and the overview keeps quiet', async () => {
    const { page, faults } = await open('/accuracy', empty());
    await page.getByText('No forecasts compared yet').waitFor();
    await page.getByText('OBSERVATIONS=metar').waitFor();
    await page.goto('/');
    await page.getByRole('link', { name: 'Forecast explorer See' }).waitFor();
    await page.waitForLoadState('networkidle');
    expect(await page.getByText('One day ahead').count()).toBe(0);
    expect(faults).toEqual([]);
    await page.context().close();
  });

  test('with fewer than 30, it says how many there are', async () => {
    await storeScores(app(), { station: BOSTON, errors: { auto: 1.2, gfs: 1.7 }, cases: 1 });
    const { page, faults } = await open(`/accuracy?${AT_BOSTON}&days=7&scope=station`);
    const figures = card(page, 'Temperature: the forecast as served');
    await figures.getByText('7 of 30 cases').first().waitFor();
    expect(await figures.getByText('Not enough data yet').count()).toBe(3);
    await page.getByText('Not enough data yet: a score needs 30 cases.').first().waitFor();
    await page.getByLabel('Area').selectOption('Within 50 km');
    await figures.getByText('stations within 50 km', { exact: false }).waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    expect(faults).toEqual([]);
    await page.context().close();
  });
});

describe('with scores', () => {
  beforeAll(() =>
    storeScores(app(), {
      station: BOSTON,
      errors: {
        auto: 1.2,
        auto_without_station: 1.3,
        gfs: 1.7,
        ifs: 1.5,
        persistence: 2.6,
        climatology: 3.9,
      },
    }),
  );

  test('it begins with what a location between stations gets, in the whole world', async () => {
    const { page, faults } = await open('/accuracy');
    const figures = card(page, 'Temperature: what a location between stations gets');
    await figures.getByText('stations around the world', { exact: false }).waitFor();
    // 1.3 K and three tenths of it, by turns a fifth more and less, in tenths: 2.0 and 1.4. Persistence: 4.1 and 2.7.
    const texts = (await figures.locator('dl > div').allInnerTexts()).map((text) =>
      text.replace(/\s+/g, ' '),
    );
    expect(texts).toHaveLength(3);
    expect(texts[0]).toMatch(
      /^One day ahead24 to 48 h 1\.70 °C 1\.\d\d to 1\.\d\d °C with 95 % confidence 1,200 cases 50% less error than persistence, 12\.8% less error than IFS$/,
    );
    expect(texts[2]).toContain('Four to five days ahead96 to 120 h');
    const table = page.getByRole('table', { name: 'Compared with stations' });
    expect(await table.getByRole('row').allInnerTexts()).toHaveLength(7);
    const row = table.getByRole('row', { name: 'GFS' });
    expect(await row.innerText()).toMatch(
      /2\.25 °C\s+2\.\d\d to 2\.\d\d °C\s+\+0\.56 °C\s+2\.81 °C\s+1,200\s+30/,
    );
    await page.getByLabel('Hours ahead').selectOption('0 to 6 h');
    await row.getByText('1.70 °C').waitFor();
    await card(page, 'Compared with later runs').getByRole('row', { name: 'IFS' }).waitFor();
    expect(faults).toEqual([]);
    await page.context().close();
  });

  test('the charts can be read with the keyboard, and as tables', async () => {
    const { page } = await open('/accuracy');
    const byLead = page.getByRole('slider', { name: 'Temperature: average error by lead time' });
    await byLead.focus();
    await page.keyboard.press('Home');
    expect(await byLead.getAttribute('aria-valuetext')).toMatch(
      /^0 to 6 h, This service, between stations 1\.30 °C, 95 %, from 1\.\d\d °C, 95 %, to 1\.\d\d °C, This service 1\.20 °C, GFS/,
    );
    await card(page, 'By hour of the day').getByText('Show as table').click();
    const table = page.getByRole('table', { name: 'Temperature: average error by hour of the day' });
    expect(await table.getByRole('rowheader').allInnerTexts()).toContain('09:00 to 12:00 UTC');
    await page.context().close();
  });

  test('a place shows the station, and those around it on the map and in a table', async () => {
    const { page, faults } = await open(`/accuracy?${AT_BOSTON}`);
    await page.getByText('station KBOS, within 10 km', { exact: false }).waitFor();
    const stations = page.getByRole('table', { name: 'Nearest stations' });
    await stations.waitFor();
    expect((await stations.getByRole('row').allInnerTexts()).slice(1)).toEqual([
      expect.stringMatching(/^KBOS\s+4 km\s+4 m\s+8\.3 °C/),
      expect.stringMatching(/^KOWD\s+21\.1 km\s+15 m\s+8\.3 °C/),
    ]);
    const map = page.getByRole('application', { name: 'United States of America' });
    expect(await map.locator('title').allTextContents()).toEqual(['KBOS', 'KOWD']);
    await page.getByText('NOAA/NWS Aviation Weather Center').waitFor();
    await page.getByLabel('Area').selectOption('The whole world');
    await page.getByText('stations around the world', { exact: false }).first().waitFor();
    expect(new URL(page.url()).search).toBe('');

    await page.getByLabel('Latitude').fill('10');
    await page.getByLabel('Longitude').fill('10');
    await page.getByRole('button', { name: 'Show', exact: true }).click();
    await page.getByText('Not enough data near this location').waitFor();
    await page.getByText('No station within 300 km has sent a report.').waitFor();
    await page.getByLabel('Latitude').fill('99');
    await page.getByRole('button', { name: 'Show', exact: true }).click();
    await page.locator('[name=lat][aria-invalid=true]').waitFor();
    expect(faults).toEqual([]);
    await page.context().close();
  });

  test.each([
    ['Probability of precipitation', 'Brier score', /^0\.1\d\d$/],
    ['Temperature range, P10 to P90', 'In the range', /^7\d(\.\d)?%$/],
    ['Wind speed and direction', 'Vector RMSE', /^\d\.\d\d m\/s$/],
    ['Pressure', 'RMSE', /^\d\.\d\d hPa$/],
  ])('%s has a %s', async (field, score, value) => {
    const { page, faults } = await open('/accuracy');
    await page.getByLabel('Forecast of').selectOption(field);
    await page.getByRole('heading', { name: `${field}: what a location between stations gets` }).waitFor();
    const table = page.getByRole('table', { name: 'Compared with stations' });
    await table.getByRole('columnheader', { name: score, exact: true }).waitFor();
    const titles = await table.getByRole('columnheader').allInnerTexts();
    const cells = await table
      .getByRole('row', { name: 'between stations' })
      .getByRole('cell')
      .allInnerTexts();
    expect(cells[titles.indexOf(score)].trim()).toMatch(value);
    expect(faults).toEqual([]);
    await page.context().close();
  });

  test('the reliability of the probability is drawn, with its cases', async () => {
    const { page } = await open(`/accuracy?field=precipitationProbability`);
    await card(page, 'Reliability').getByText('Show as table').click();
    const table = page.getByRole('table', { name: 'How often there was precipitation' });
    // 35 % were forecast in 40 cases a day. It rained in 15 or 16 of them: for up to 36.6 and 37 % of 40.
    expect(await table.getByRole('row', { name: '30 to 40 % (1,200 cases)' }).innerText()).toMatch(
      /35 %\s+37\.5 %/,
    );
    await page.context().close();
  });

  test('its scores can be downloaded', async () => {
    const { page } = await open('/accuracy?field=dewPoint');
    const coming = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download CSV' }).click();
    const download = await coming;
    expect(download.suggestedFilename()).toBe('accuracy-dewPoint.csv');
    expect(readFileSync(await download.path(), 'utf8')).toMatch(/^source,truth,.+\r\nauto/);
    await page.context().close();
  });

  test('the overview has the figure for one day, and leads to the page', async () => {
    const { page, faults } = await open('/');
    await page.getByRole('link', { name: 'off by 1.70 °C on average' }).click();
    await page.getByRole('heading', { name: 'Accuracy', level: 1 }).waitFor();
    await page.getByRole('link', { name: 'How it is measured' }).click();
    await page.getByRole('heading', { name: 'Accuracy', level: 1 }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/docs/accuracy');
    expect(faults).toEqual([]);
    await page.context().close();
  });

  test.each(['light', 'dark'] as const)(
    'in the %s scheme, it is accessible, and fits every width',
    async (colorScheme) => {
      const caller = await signedInCaller(app());
      await createClient(caller, { name: 'W'.repeat(100) });
      const { page, faults } = await openAs(browser, app(), caller, { ...LOCALE, colorScheme });
      for (const query of [AT_BOSTON, 'field=precipitationProbability', 'field=temperatureP10P90']) {
        await page.goto(`/accuracy?${query}`);
        await page.getByRole('table', { name: 'Compared with stations' }).waitFor();
        await page.waitForLoadState('networkidle');
        expect(await accessibilityViolations(page)).toEqual([]);
        for (const width of [360, 640, 768, 1024, 1280, 1920]) {
          await page.setViewportSize({ width, height: 900 });
          expect(
            await page.evaluate('document.documentElement.scrollWidth - innerWidth'),
          ).toBeLessThanOrEqual(0);
        }
      }
      expect(faults).toEqual([]);
      await page.context().close();
    },
  );

  test("if the client's limit is used up, it says so, and shows the scores", async () => {
    const { page, caller } = await openSignedIn(browser, app(), LOCALE);
    await createClient(caller, { rate_limits: { day: 1 } });
    await page.goto(`/accuracy?${AT_BOSTON}`);
    await page.getByRole('table', { name: 'Nearest stations' }).waitFor();
    await page.getByLabel('Latitude').fill('42.3');
    await page.getByRole('button', { name: 'Show', exact: true }).click();
    await page.getByRole('alert').getByText('quota_exceeded').waitFor();
    await page.getByText(/station KBOS, within \d0 km/).waitFor();
    expect(await page.getByRole('application').locator('title').allTextContents()).toEqual(['KBOS']);
    await page.context().close();
  });
});

test('a failure is shown, and the place can still be chosen', async () => {
  const { page } = await openSignedIn(browser, empty(), LOCALE);
  await page.route('**/v1/weather/accuracy?*', (route) =>
    route.fulfill({
      status: 503,
      contentType: 'application/problem+json',
      body: JSON.stringify({ title: 'The service is not available', code: 'service_unavailable' }),
    }),
  );
  await page.goto('/accuracy');
  await page.getByRole('alert').getByText('The service is not available').waitFor();
  await page.getByText('create a client').waitFor();
  await page.unroute('**/v1/weather/accuracy?*');
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByText('No forecasts compared yet').waitFor();
  await page.context().close();
});

test('with ACCURACY=off it is not in the navigation, and says so at its address', async () => {
  const { page, faults } = await openSignedIn(browser, off());
  await page.goto('/accuracy');
  await page.getByText('ACCURACY=off').waitFor();
  const links = page.getByRole('navigation', { name: 'Main' }).getByRole('link');
  expect(await links.allInnerTexts()).not.toContain('Accuracy');
  expect(await accessibilityViolations(page)).toEqual([]);
  expect(faults).toEqual([]);
  await page.context().close();
});
