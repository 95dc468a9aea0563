import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Browser } from 'playwright-core';
import { createApiKey, createClient, type SignedInCaller, signedInCaller } from '../../support/api-caller.js';
import { publishRun } from '../../support/published-run.js';
import { useTestApp } from '../../support/test-app.js';
import { startBrowser } from '../browser-session.js';
import { accessibilityViolations, chooseClient, openAs } from './dashboard-session.js';

const app = useTestApp({ MAX_CLIENTS_PER_ACCOUNT: '1000' });
let browser: Browser;
let caller: SignedInCaller;
let oldest: string;
let newest: string;
beforeAll(async () => {
  browser = await startBrowser();
  await publishRun(app());
  caller = await signedInCaller(app());
  oldest = await createClient(caller, { name: 'Harbour display' });
  await app().runSql(
    `insert into clients (id, account_id, organization_id, name, secret_hash, scopes, rate_limits, status, created_at, updated_at)
     select 'cli_00000000000000000000000' || n, account_id, organization_id, 'Station ' || n, secret_hash || n, scopes, rate_limits,
       status, created_at, updated_at from clients, generate_series(100, 598) as n where id = ?`,
    [oldest],
  );
  newest = await createClient(caller, { name: 'Newest station' });
  const { key } = await createApiKey(caller, oldest);
  for (let i = 0; i < 3; i += 1)
    await caller.get('/v1/weather/forecast?lat=52&lon=21&fields=temperature', { apikey: key });
});
afterAll(() => browser.close());

const picked = (name: string) => `//input[@role='combobox'][@value='${name}']`;

test.each(['/', '/usage'])(
  '%s lists the busiest client first, with the totals of all clients',
  async (path) => {
    const { page, faults } = await openAs(browser, app(), caller, { locale: 'en-GB' });
    await page.goto(path);
    const card = page
      .locator('section')
      .filter({ has: page.getByRole('heading', { name: 'Busiest clients' }) });
    await card.getByText('3 requests', { exact: true }).waitFor();
    await card.getByText('3 requests, 3 units, 0 errors', { exact: false }).waitFor();
    expect(await card.getByRole('listitem').count()).toBe(5);
    const first = card.getByRole('listitem').first();
    expect(await first.innerText()).toContain('Harbour display');
    await first.getByText('3 of 50,000 today').waitFor();
    expect(faults).toEqual([]);
    await page.context().close();
  },
);

test.each(['/usage', '/api-keys', '/forecast'])(
  '%s selects the client named in its URL, and finds any other',
  async (path) => {
    const { page, faults } = await openAs(browser, app(), caller);
    await page.goto(`${path}?client=${oldest}`);
    await page.locator(picked('Harbour display')).waitFor();
    await chooseClient(page, 'Station 321');
    await page.waitForURL(/client=cli_0+321/);
    await page.locator(picked('Station 321')).waitFor();
    expect(faults).toEqual([]);
    await page.context().close();
  },
);

test('the picker works with the keyboard, and indicates that there are more clients', async () => {
  const { page, faults } = await openAs(browser, app(), caller);
  await page.goto('/api-keys');
  const picker = page.getByRole('combobox', { name: 'Client' });
  await page.locator(picked('Newest station')).waitFor();
  await picker.focus();
  await page.keyboard.press('ArrowDown');
  await page.getByText('Type part of a name to find more.').waitFor();
  expect(await page.getByRole('option').count()).toBe(20);
  expect(await accessibilityViolations(page)).toEqual([]);
  await picker.fill('harbour');
  await page.getByRole('option', { name: 'Harbour display' }).waitFor();
  await page.keyboard.press('Enter');
  await page.waitForURL(`**/api-keys?client=${oldest}`);
  await picker.fill('no such name');
  await page.getByText('No matching clients').waitFor();
  await page.keyboard.press('Escape');
  expect(await picker.inputValue()).toBe('Harbour display');
  expect(faults).toEqual([]);
  await page.context().close();
});

test('Enter selects from the matches of the text, not from the options still listed', async () => {
  const { page, faults } = await openAs(browser, app(), caller);
  await page.goto('/api-keys');
  const picker = page.getByRole('combobox', { name: 'Client' });
  await picker.click();
  await page.getByRole('option', { name: 'Newest station' }).waitFor();
  await page.route('**/v1/clients?*query=harbour*', async (route) => {
    await sleep(500);
    await route.continue();
  });
  await picker.fill('harbour');
  await page.keyboard.press('Enter');
  await page.waitForURL(`**/api-keys?client=${oldest}`);
  expect(faults).toEqual([]);
  await page.context().close();
});

test('clients are searched by name or ID, and the search is kept in the URL', async () => {
  const { page, faults } = await openAs(browser, app(), caller);
  await page.goto('/clients');
  const rows = page.getByRole('table').getByRole('row');
  await page.getByRole('link', { name: 'Newest station' }).waitFor();
  expect(await rows.count()).toBe(51);
  const search = page.getByRole('searchbox', { name: 'Search' });
  await search.fill('station 32');
  await page.waitForURL('**/clients?query=station+32');
  await page.getByRole('link', { name: 'Station 329' }).waitFor();
  await page.getByRole('link', { name: 'Newest station' }).waitFor({ state: 'detached' });
  expect(await rows.count()).toBe(11);
  await search.fill(oldest);
  await page.getByRole('link', { name: 'Harbour display' }).waitFor();
  await page.reload();
  await page.getByRole('link', { name: 'Harbour display' }).waitFor();
  expect(await rows.count()).toBe(2);
  await search.fill('no such name');
  await page.getByText('No matching clients').waitFor();
  expect(await accessibilityViolations(page)).toEqual([]);
  await search.fill('');
  await page.getByRole('link', { name: 'Newest station' }).waitFor();
  expect(faults).toEqual([]);
  await page.context().close();
});

test('a missing client is reported, and another can be chosen', async () => {
  const { page } = await openAs(browser, app(), caller);
  await page.goto('/api-keys?client=cli_01ARZ3NDEKTSV4RRFFQ69G5FAV');
  await page.getByRole('alert').getByText('not_found').waitFor();
  await chooseClient(page, 'Newest station');
  await page.waitForURL(`**/api-keys?client=${newest}`);
  await page.getByText('No API keys yet').waitFor();
  await page.context().close();
});

test('the explorer and the reference show what a request costs and which client it counts against', async () => {
  const { page, faults } = await openAs(browser, app(), caller, { locale: 'en-GB' });
  const before = await caller.get('/v1/audit');
  await page.goto(`/forecast?client=${newest}`);
  await page
    .getByText('counts as 2 requests from Newest station and uses 2 units', { exact: false })
    .waitFor();
  await page.getByText('49,998 of 50,000 left today', { exact: false }).waitFor();
  await page.goto('/reference');
  await page.locator('[id$="-postForecasts"] .opblock-summary-control').click();
  await page
    .getByText('uses 1 unit per location, or per 10,000 values (rounded up) if that is more', {
      exact: false,
    })
    .waitFor();
  await page.locator('[id$="-getForecast"] .opblock-summary-control').click();
  await page.getByText('uses 1 unit per 10,000 values, rounded up', { exact: false }).waitFor();
  expect((await caller.get('/v1/audit')).body).toEqual(before.body);
  expect(faults).toEqual([]);
  await page.context().close();
});
