import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Browser, type Locator, type Page } from 'playwright-core';
import { createClient } from '../../support/api-caller.js';
import { useTestApp } from '../../support/test-app.js';
import { attributes, serveBuiltDocument, startBrowser } from '../browser-session.js';
import { everythingKept, openSignedIn } from './dashboard-session.js';

const app = useTestApp();
let browser: Browser;
beforeAll(async () => {
  browser = await startBrowser();
});
afterAll(() => browser.close());

/** Opens the reference at an operation. */
async function openAt(page: Page, operationId: string): Promise<Locator> {
  await page.goto(`/reference#${operationId}`);
  const block = page.locator(`.opblock.is-open[id$="-${operationId}"]`);
  await block.getByRole('region', { name: 'curl' }).waitFor();
  return block;
}

test("a forecast is requested with a key that is kept only in the page's memory", async () => {
  const { page, caller, faults } = await openSignedIn(browser, app());
  const clientId = await createClient(caller);
  const keys: string[] = [];
  page.on('request', (request) => {
    const key = request.headers().apikey;
    if (key !== undefined) keys.push(key);
  });
  const block = await openAt(page, 'getForecast');
  await block.getByLabel('fields', { exact: true }).selectOption(['temperature', 'windSpeed']);
  await block.getByRole('region', { name: 'curl' }).getByText('fields=temperature,windSpeed').waitFor();
  await block.getByRole('tab', { name: 'URL', exact: true }).click();
  expect(await block.getByRole('region', { name: 'URL' }).innerText()).toBe(
    `${app().url}/v1/weather/forecast?lat=52.2297&lon=21.0122&fields=temperature,windSpeed&apikey=YOUR_API_KEY`,
  );
  for (let time = 0; time < 2; time += 1) {
    const answer = page.waitForResponse(/forecast\?/);
    await block.getByRole('button', { name: 'Send', exact: true }).click();
    expect((await answer).status()).toBe(200);
    await block.getByRole('status').getByText('"timelines"').waitFor();
  }

  expect(new Set(keys).size).toBe(1);
  expect(await everythingKept(page)).not.toContain(keys[0]);
  const listed = await caller.get<{ data: unknown[] }>(`/v1/clients/${clientId}/api-keys`);
  expect(listed.body.data).toEqual([]);
  expect(faults).toEqual([]);
  await page.context().close();
});

test('a management operation is sent as the signed-in user, and a refusal is shown unchanged', async () => {
  const { page, caller, faults } = await openSignedIn(browser, app());
  const block = await openAt(page, 'createClient');
  await block.getByLabel('Body').fill('{"name":"From the reference"}');
  await block.getByRole('button', { name: 'Send', exact: true }).click();
  await block.getByRole('status').getByText('201', { exact: true }).waitFor();
  const { body } = await caller.get<{ data: unknown[] }>('/v1/clients');
  expect(body.data).toMatchObject([{ name: 'From the reference' }]);

  await block.getByLabel('Body').fill('{"name":""}');
  await block.getByRole('button', { name: 'Send', exact: true }).click();
  await block.getByRole('status').getByText('"code": "invalid_parameter"').waitFor();
  expect(faults).toEqual([]);
  await page.context().close();
});

test('a parameter shows which values it accepts, and others are not sent', async () => {
  const { page, caller } = await openSignedIn(browser, app());
  await createClient(caller);
  const block = await openAt(page, 'getForecast');
  const row = block.locator('[data-param-name=lat]');
  await row.getByText('minimum: -90').waitFor();
  await block.locator('[data-param-name=elevation]').getByText('For example 14.').waitFor();
  expect(await block.getByLabel('elevation', { exact: true }).inputValue()).toBe('');
  expect(await block.getByLabel('units', { exact: true }).locator('option').allInnerTexts()).toEqual([
    '--',
    'metric',
    'imperial',
  ]);
  await block.getByLabel('lat', { exact: true }).fill('99');
  await block.getByRole('button', { name: 'Send', exact: true }).click();
  await block.getByText("For 'lat': Value must be less than or equal to 90.").waitFor();
  await row.locator('input.invalid').waitFor();
  await page.context().close();
});

test('operations are found by words in any of their texts, with matches in the title first', async () => {
  const { page, faults } = await openSignedIn(browser, app());
  await page.goto('/reference');
  const field = page.getByLabel('Find an operation');
  const found = async (words: string) => {
    await field.fill(words);
    await page.getByText(/operations? match/).waitFor();
    return page.locator('main .opblock-summary-control').allInnerTexts();
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
  expect(faults).toEqual([]);
  await page.context().close();
});

test('an operation has a URL, which opens it directly and can be copied', async () => {
  const { page, faults } = await openSignedIn(browser, app());
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  const block = await openAt(page, 'listAuditEvents');
  await block.getByText('/v1/audit', { exact: false }).first().waitFor();
  expect((await block.boundingBox())!.y).toBeLessThan(200);
  await page.getByRole('button', { name: /^Copy link/ }).click();
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(
    `${app().url}/reference#listAuditEvents`,
  );

  const open = page.locator('.opblock.is-open');
  await block.locator('.opblock-summary-control').click();
  await page.locator('[id$="-listWeatherCodes"] .opblock-summary-control').click();
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
  const block = await openAt(page, 'getRequest');
  const missing = block.locator('.responses-wrapper tr[data-code="404"]');
  await missing.getByText('"instance": "/v1/usage/requests/req_01KAHVZ6D4Q3T5B9XG7M2N8RWC"').waitFor();
  const usage = await openAt(page, 'getUsage');
  const answer = usage.locator('.responses-wrapper tr[data-code="200"]');
  await answer.getByText('"interval": "day"').waitFor();
  await answer.locator('select.content-type').selectOption('text/csv');
  await answer.getByText('day,1204,1180', { exact: false }).waitFor();
  expect(faults).toEqual([]);
  await page.context().close();
});

test('the search, the sample and Send stay in view while the reader scrolls', async () => {
  const { page } = await openSignedIn(browser, app(), { viewport: { width: 1440, height: 900 } });
  const block = await openAt(page, 'getForecast');
  await block.getByLabel('elevation', { exact: true }).scrollIntoViewIfNeeded();
  for (const part of [
    page.getByLabel('Find an operation'),
    block.getByRole('button', { name: 'Send', exact: true }),
    block.getByRole('region', { name: 'curl' }),
  ]) {
    const { y, height } = (await part.boundingBox())!;
    expect([y >= 0, y + height <= 900]).toEqual([true, true]);
  }
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

test('an operation says which credentials it accepts, and what is missing to send it', async () => {
  const { page, caller } = await openSignedIn(browser, app());
  const listed = await openAt(page, 'listClients');
  await listed.getByText('Accepts: session, personal access token (clients:read).').waitFor();
  const open = await openAt(page, 'createAccount');
  await open.getByText('Needs no API key, session or token.').waitFor();
  const forecast = await openAt(page, 'getForecast');
  await forecast.getByText('Accepts: API key, API key in the query, access token.').waitFor();
  await forecast.getByRole('link', { name: 'Create a client' }).waitFor();
  await createClient(caller);
  await page.reload();
  await forecast.getByText(/^Sending this counts as a request/).waitFor();
  expect(await forecast.getByRole('link', { name: 'Create a client' }).count()).toBe(0);
  await page.context().close();
});

test('a stream is read for some seconds, and then closed', async () => {
  const { page, caller, faults } = await openSignedIn(browser, app());
  await createClient(caller);
  const block = await openAt(page, 'streamEvents');
  await block.getByRole('button', { name: 'Send', exact: true }).click();
  await block.getByRole('status').getByText(': Closed after 5 seconds or 20 events.').waitFor();
  await block.getByRole('button', { name: 'Send', exact: true }).waitFor();
  expect(faults).toEqual([]);
  await page.context().close();
});

test('what is entered stays while the reader looks at another tab', async () => {
  const { page } = await openSignedIn(browser, app());
  await serveBuiltDocument(page);
  const block = await openAt(page, 'getUsage');
  await block.getByLabel('client_id', { exact: true }).fill('cli_1');
  await block.locator('tr[data-code="200"] select.content-type').selectOption('text/csv');
  const curl = block.getByRole('region', { name: 'curl' });
  await curl.getByText("-H 'accept: text/csv'").waitFor();
  await page.getByRole('tab', { name: 'Errors' }).click();
  await curl.waitFor({ state: 'hidden' });
  await page.getByRole('tab', { name: 'Operations' }).click();
  await curl.getByText('client_id=cli_1').waitFor();
  await page.context().close();
});

test('links and the search find each other', async () => {
  const { page, faults } = await openSignedIn(browser, app());
  const block = await openAt(page, 'getForecast');
  const field = page.getByLabel('Find an operation');
  const opened = () => attributes(page.locator('.opblock.is-open'), 'id');
  // In a group that the reader has closed.
  await page.locator('.opblock-tag[data-tag=Clients]').click();
  await page.locator('[id$="-listClients"]').waitFor({ state: 'detached' });
  await page.evaluate("location.hash = '#listClients'");
  await page.locator('.opblock.is-open[id$="-listClients"]').waitFor();
  // Among the results.
  await field.fill('gust');
  await page.getByText(/operations match/).waitFor();
  await page.evaluate("location.hash = '#getForecast'");
  await block.waitFor();
  expect(await opened()).toEqual(['operations-Best_match_first-getForecast']);
  // Not among them: the search ends.
  await page.evaluate("location.hash = '#listWebhooks'");
  await page.locator('.opblock.is-open[id$="-listWebhooks"]').waitFor();
  expect(await field.inputValue()).toBe('');
  // What was opened among the results stays open.
  await field.fill('csv');
  await page.locator('[id="operations-Best_match_first-getUsage"] .opblock-summary-control').click();
  await page.waitForURL('**/reference#getUsage');
  await field.fill('');
  await page.locator('.opblock.is-open[id="operations-Usage-getUsage"]').waitFor();
  expect(faults).toEqual([]);
  await page.context().close();
});
