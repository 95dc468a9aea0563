import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Browser } from 'playwright-core';
import { createClient } from '../../support/api-caller.js';
import { useTestApp } from '../../support/test-app.js';
import { startBrowser } from '../browser-session.js';
import { everythingKept, openSignedIn } from './dashboard-session.js';

const app = useTestApp();
let browser: Browser;
beforeAll(async () => {
  browser = await startBrowser();
});
afterAll(() => browser.close());

const operation = (path: string, method: string) => new RegExp(`${method}\\s*${path}(\\s|$)`);

/** More than a hundred operations, opened one by one on a page that keeps growing. */
const OPENING_ALL_MS = 300_000;

test(
  'every documented operation is listed, and opens',
  async () => {
    const { page, faults } = await openSignedIn(browser, app());
    await page.goto('/reference');
    const { paths } = (await (await fetch(`${app().url}/openapi.json`)).json()) as {
      paths: Record<string, Record<string, { summary: string }>>;
    };
    const summaries = Object.values(paths).flatMap((methods) =>
      Object.values(methods).map(({ summary }) => summary),
    );
    for (const summary of summaries) {
      const line = page.locator('main button[aria-expanded=false]').filter({ hasText: summary }).first();
      await line.click();
    }
    expect(await page.locator('main button[aria-expanded=true]').count()).toBe(summaries.length);
    expect(await page.getByRole('tab', { name: 'Responses' }).count()).toBe(summaries.length);
    expect(faults).toEqual([]);
    await page.context().close();
  },
  OPENING_ALL_MS,
);

test("a forecast is requested with a key that is kept only in the page's memory", async () => {
  const { page, caller, faults } = await openSignedIn(browser, app());
  const clientId = await createClient(caller);
  const keys: string[] = [];
  page.on('request', (request) => {
    const key = request.headers().apikey;
    if (key !== undefined) keys.push(key);
  });
  await page.goto('/reference');
  await page.getByRole('button', { name: operation('/v1/weather/forecast', 'GET') }).click();
  await page.getByLabel('Search in fields').fill('wind');
  expect(await page.getByRole('checkbox', { name: 'temperature', exact: true }).isVisible()).toBe(false);
  await page.getByRole('checkbox', { name: 'windSpeed', exact: true }).check();
  await page.getByLabel('Search in fields').fill('');
  await page.getByRole('checkbox', { name: 'temperature', exact: true }).check();
  expect(await page.getByRole('region', { name: 'curl' }).innerText()).toContain(
    'fields=temperature,windSpeed',
  );
  await page.getByRole('tab', { name: 'URL', exact: true }).click();
  expect(await page.getByRole('region', { name: 'URL' }).innerText()).toBe(
    `${app().url}/v1/weather/forecast?lat=52.2297&lon=21.0122&fields=temperature,windSpeed&apikey=YOUR_API_KEY`,
  );
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await page.getByRole('region', { name: 'Response' }).getByText('"timelines"', { exact: false }).waitFor();
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await page.getByRole('region', { name: 'Response' }).waitFor();

  expect(new Set(keys).size).toBe(1);
  expect(await everythingKept(page)).not.toContain(keys[0]);
  const listed = await caller.get<{ data: unknown[] }>(`/v1/clients/${clientId}/api-keys`);
  expect(listed.body.data).toEqual([]);
  expect(faults).toEqual([]);
  await page.context().close();
});

test('a management operation is sent as the signed-in user, and a refusal is shown unchanged', async () => {
  const { page, caller, faults } = await openSignedIn(browser, app());
  await page.goto('/reference');
  await page.getByLabel('Find an operation').fill('createClient');
  await page.getByRole('button', { name: operation('/v1/clients', 'POST') }).click();
  await page.getByLabel('Body').fill('{"name":"From the reference"}');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await page.getByText('201', { exact: true }).first().waitFor();
  const { body } = await caller.get<{ data: unknown[] }>('/v1/clients');
  expect(body.data).toMatchObject([{ name: 'From the reference' }]);

  const field = page.getByLabel('Body');
  await field.fill('{"name":""}');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await page
    .getByRole('region', { name: 'Response' })
    .getByText('invalid_parameter', { exact: false })
    .waitFor();
  expect(await field.getAttribute('aria-invalid')).toBe('true');
  await page.getByText('/name: name must', { exact: false }).waitFor();
  expect(faults).toEqual([]);
  await page.context().close();
});

test('an invalid parameter is reported at its field, which shows the accepted values beforehand', async () => {
  const { page, caller } = await openSignedIn(browser, app());
  await createClient(caller);
  await page.goto('/reference#getForecast');
  await page.getByText('-90 to 90.', { exact: true }).waitFor();
  expect(await page.getByLabel('elevation').getAttribute('placeholder')).toBe('14');
  expect(await page.getByLabel('units').locator('option').allInnerTexts()).toEqual([
    'Default: metric',
    'metric',
    'imperial',
  ]);
  await page.locator('[name=lat]').fill('99');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await page.locator('[name=lat][aria-invalid=true]').waitFor();
  await page.locator('p').filter({ hasText: '"lat" must be between -90 and 90.' }).waitFor();
  expect(await page.getByRole('alert').count()).toBe(0);
  await page.context().close();
});

test('operations are found by words in any of their texts, with matches in the title first', async () => {
  const { page, faults } = await openSignedIn(browser, app());
  await page.goto('/reference');
  const field = page.getByLabel('Find an operation');
  const found = async (words: string) => {
    await field.fill(words);
    await page.getByText(/match/).first().waitFor();
    return page.locator('main button[aria-expanded]').allInnerTexts();
  };
  const { paths } = (await (await fetch(`${app().url}/openapi.json`)).json()) as {
    paths: Record<string, Record<string, { summary: string }>>;
  };
  const batch = await found('batch');
  expect(batch.length).toBeGreaterThan(0);
  expect(batch.join()).toContain('/v1/weather/forecasts');
  expect((await found('rate limit'))[0]).toContain(paths['/v1/clients/default-limits'].get.summary);
  expect((await found('LIMIT  rate'))[0]).toContain(paths['/v1/clients/default-limits'].get.summary);
  expect((await found('gust')).join()).toContain('/v1/weather/forecast');
  expect((await found('quota_exceeded')).length).toBeLessThan(20);
  expect((await found('quota_exceeded')).join()).toContain('/v1/weather/forecasts');
  expect(await found('ate imit')).toEqual([]);
  expect((await found('429')).length).toBeGreaterThan(40);
  expect(await found('batch nonsense')).toEqual([]);
  await page.getByText('No operation matches “batch nonsense”.').waitFor();
  expect(faults).toEqual([]);
  await page.context().close();
});

test('an operation has a URL, which opens it directly and can be copied', async () => {
  const { page, faults } = await openSignedIn(browser, app());
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/reference#listAuditEvents');
  const open = page.locator('main button[aria-expanded=true]');
  await open.waitFor();
  expect(await open.innerText()).toContain('/v1/audit');
  expect((await open.boundingBox())!.y).toBeLessThan(200);
  await page.getByRole('button', { name: /^Copy link/ }).click();
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(
    `${app().url}/reference#listAuditEvents`,
  );

  await open.click();
  await page.getByRole('button', { name: operation('/v1/weather/codes', 'GET') }).click();
  await page.waitForURL('**/reference#listWeatherCodes');
  await page.getByRole('link', { name: 'Usage' }).click();
  await page.waitForURL('**/usage');
  await page.goBack();
  await open.filter({ hasText: '/v1/weather/codes' }).waitFor();
  await page.reload();
  await open.filter({ hasText: '/v1/weather/codes' }).waitFor();
  expect(await open.count()).toBe(1);
  expect(faults).toEqual([]);
  await page.context().close();
});

test("responses and errors are shown with the document's examples", async () => {
  const { page, faults } = await openSignedIn(browser, app());
  await page.goto('/reference#getUsage');
  await page.getByRole('tab', { name: 'Responses' }).click();
  const example = await page.getByRole('region', { name: 'Example, application/json' }).innerText();
  expect(JSON.parse(example)).toMatchObject({ interval: 'day' });
  expect(await page.getByRole('region', { name: 'Example, text/csv' }).innerText()).toContain(
    'day,1204,1180',
  );

  await page.goto('/reference#getRequest');
  const panel = page.locator('li').filter({ hasText: '/v1/usage/requests/{loggedRequestId}' });
  await panel.getByRole('tab', { name: 'Errors' }).click();
  const missing = panel.getByRole('row').filter({ has: page.getByText('not_found', { exact: true }) });
  await missing
    .locator('p', { hasText: 'There is no logged request req_01KAHVZ6D4Q3T5B9XG7M2N8RWC.' })
    .waitFor();
  await missing.getByText('Check the path and the id.', { exact: false }).waitFor();
  await missing.getByText('Example body').click();
  const { instance } = JSON.parse(
    await missing.getByRole('region', { name: 'Example of not_found' }).innerText(),
  ) as { instance: string };
  expect(instance).toBe('/v1/usage/requests/req_01KAHVZ6D4Q3T5B9XG7M2N8RWC');
  expect(faults).toEqual([]);
  await page.context().close();
});

test('units, weather codes and errors have their own tables', async () => {
  const { page, faults } = await openSignedIn(browser, app());
  await page.goto('/reference');
  await page.getByRole('tab', { name: 'Metrics and units' }).click();
  await page.getByRole('row').filter({ hasText: 'windSpeed' }).getByText('mph').first().waitFor();
  await page.getByRole('tab', { name: 'Weather codes' }).click();
  expect(await page.getByRole('row').filter({ hasText: '4001' }).innerText()).toContain('Rain');
  await page.getByRole('tab', { name: 'Errors' }).click();
  const spent = await page.getByRole('row').filter({ hasText: 'quota_exceeded' }).innerText();
  expect(spent).toContain('429');
  expect(spent).toContain('Wait the number of seconds in "Retry-After".');
  expect(spent).toContain("The client's quota per second is used up. The next request succeeds in 1 s.");
  expect(faults).toEqual([]);
  await page.context().close();
});
