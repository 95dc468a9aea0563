import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Browser, type Page } from 'playwright-core';
import { createApiKey, createClient } from '../../support/api-caller.js';
import { publishRun } from '../../support/published-run.js';
import { useTestApp } from '../../support/test-app.js';
import { startBrowser } from '../browser-session.js';
import { accessibilityViolations, chooseClient, openAs, openSignedIn } from './dashboard-session.js';

const app = useTestApp();
let browser: Browser;
beforeAll(async () => {
  browser = await startBrowser();
  await publishRun(app());
});
afterAll(() => browser.close());

const SERVED = '/v1/weather/forecast?lat=52.2297&lon=21.0122';
const REFUSED = '/v1/weather/forecast?lat=99&lon=21';

/** Opens a page of an account whose only key got status 200 three times, 400 once, and 429 once, over its limit. */
async function openUsed() {
  const opened = await openSignedIn(browser, app());
  const clientId = await createClient(opened.caller, { name: 'Harbour display', rate_limits: { day: 3 } });
  const { key } = await createApiKey(opened.caller, clientId, { name: 'Production' });
  const ask = (path: string) => opened.caller.get(path, { apikey: key });
  const refused = await ask(REFUSED);
  for (let i = 0; i < 3; i += 1) await ask(SERVED);
  const limited = await ask(SERVED);
  expect([refused.status, limited.status]).toEqual([400, 429]);
  return { ...opened, clientId, ask, refused, limited };
}

const figure = (page: Page, title: string) =>
  page.locator('dl > div').filter({ has: page.locator('dt', { hasText: title }) });

const requestsCard = (page: Page) =>
  page.locator('section').filter({ has: page.getByRole('heading', { name: 'Recent requests' }) });

test('totals, statuses and the latest requests match the requests made, and a new one appears without reloading', async () => {
  const { page, ask, limited, faults } = await openUsed();
  await page.goto('/usage?tz=UTC');
  await figure(page, 'Requests').getByText('5', { exact: true }).waitFor();
  expect(await figure(page, 'Served').locator('dd').first().innerText()).toBe('60%');
  const breakdown = page.getByRole('table', { name: 'Breakdown' });
  expect(await breakdown.getByRole('row').allInnerTexts()).toEqual([
    expect.stringContaining('Status'),
    expect.stringMatching(/Served\s+3\s+60%\s+3/),
    expect.stringMatching(/Rejected \(4xx\)\s+1\s+20%\s+0/),
    expect.stringMatching(/Rate limited \(429\)\s+1\s+20%\s+0/),
  ]);
  const latest = requestsCard(page).getByRole('row');
  await latest
    .nth(1)
    .getByText(String(limited.headers.get('x-request-id')))
    .waitFor();
  expect(await latest.count()).toBe(6);

  const { headers } = await ask(REFUSED);
  await figure(page, 'Requests').getByText('6', { exact: true }).waitFor();
  await latest
    .nth(1)
    .getByText(String(headers.get('x-request-id')))
    .waitFor();
  expect(faults).toEqual([]);
  await page.context().close();
});

test('the requests are split by endpoint, key and client', async () => {
  const { page, faults } = await openUsed();
  await page.goto('/usage');
  const breakdown = page.getByRole('table', { name: 'Breakdown' });
  for (const [split, title] of [
    ['Endpoint', 'GET /v1/weather/forecast'],
    ['API key', 'Production'],
    ['Client', 'Harbour display'],
  ]) {
    await page.getByRole('radio', { name: split }).click();
    await breakdown.getByRole('row', { name: title }).getByText('5', { exact: true }).waitFor();
  }
  expect(faults).toEqual([]);
  await page.context().close();
});

test('the legend hides a series, and a part of the chart can be enlarged by dragging or with the keyboard', async () => {
  const { page, faults } = await openUsed();
  await page.goto('/usage?tz=UTC');
  const card = page
    .locator('figure')
    .filter({ has: page.getByRole('slider', { name: 'Requests over time' }) });
  const chart = card.getByRole('slider');
  const limited = card.getByRole('button', { name: 'Rate limited (429)' });
  expect(await limited.getAttribute('aria-pressed')).toBe('true');
  await limited.focus();
  await page.keyboard.press('Enter');
  expect(await limited.getAttribute('aria-pressed')).toBe('false');
  await chart.focus();
  expect(await chart.getAttribute('aria-valuetext')).toContain('plus and minus');
  await page.keyboard.press('End');
  expect(await chart.getAttribute('aria-valuetext')).toMatch(/Served \d, Rejected \(4xx\) \d$/);
  await card.getByText('Show as table').click();
  await card.getByRole('columnheader', { name: 'Rate limited (429)' }).waitFor();
  await limited.click();
  await chart.focus();
  await page.keyboard.press('End');
  expect(await chart.getAttribute('aria-valuetext')).toContain('Rate limited (429)');

  const last = () => chart.getAttribute('aria-valuemax').then(Number);
  const all = await last();
  const { x, y, width } = (await chart.locator('.u-over').boundingBox())!;
  await page.mouse.move(x + width / 2, y + 40);
  await page.mouse.down();
  await page.mouse.move(x + width * 0.75, y + 40, { steps: 4 });
  await page.mouse.up();
  const reset = card.getByRole('button', { name: 'Reset zoom' });
  await reset.waitFor();
  expect(await last()).toBeLessThan(all / 2);
  expect(await card.getByRole('table').locator('tbody tr').count()).toBe(all + 1);
  expect(await accessibilityViolations(page)).toEqual([]);
  await reset.click();
  expect(await last()).toBe(all);

  await chart.focus();
  await page.keyboard.press('End');
  await page.keyboard.press('+');
  expect(await last()).toBe(all / 2);
  await page.keyboard.press('-');
  expect(await last()).toBe(all);
  expect(faults).toEqual([]);
  await page.context().close();
});

test('the chart can be read with the keyboard, and as a table', async () => {
  const { page, faults } = await openUsed();
  await page.goto('/usage?period=hour&tz=UTC');
  const chart = page.getByRole('slider', { name: 'Requests over time' });
  await chart.focus();
  await page.keyboard.press('Home');
  expect(await chart.getAttribute('aria-valuetext')).toMatch(/Served 0/);
  await page.getByText('Show as table').first().click();
  const rows = page.getByRole('table', { name: 'Requests over time' }).getByRole('row');
  const texts = (await rows.allInnerTexts())
    .slice(1)
    .map((text) => text.split('\t').map((cell) => cell.trim()));
  expect(texts.length).toBeGreaterThanOrEqual(60);
  const sums = [1, 2, 3].map((column) => texts.reduce((sum, cells) => sum + Number(cells[column]), 0));
  expect(sums).toEqual([3, 1, 1]);
  expect(faults).toEqual([]);
  await page.context().close();
});

test("a client's current limits are shown", async () => {
  const { page, faults } = await openUsed();
  await page.goto('/usage');
  await chooseClient(page, 'Harbour display');
  await page.getByRole('meter', { name: 'Units per day' }).waitFor();
  expect(await page.getByRole('meter', { name: 'Units per day' }).getAttribute('aria-valuetext')).toBe(
    '3 of 3',
  );
  await page.getByText(/Used up. The next request succeeds in \d/).waitFor();
  expect(faults).toEqual([]);
  await page.context().close();
});

test('the latest requests are filtered by status and key', async () => {
  const { page, clientId, refused, faults } = await openUsed();
  await page.goto(`/usage?client=${clientId}`);
  const card = requestsCard(page);
  await card.getByLabel('Status').selectOption('Rejected (4xx)');
  await card
    .getByRole('row')
    .nth(2)
    .getByText(String(refused.headers.get('x-request-id')))
    .waitFor();
  expect(await card.getByRole('row').count()).toBe(3);
  await card.getByLabel('Status').selectOption('Failed (5xx)');
  await card.getByText('No matching requests').waitFor();
  await card.getByRole('button', { name: 'Show all' }).click();
  await card.getByLabel('API key').selectOption({ index: 1 });
  await card.getByRole('row').nth(5).waitFor();
  expect(faults).toEqual([]);
  await page.context().close();
});

test('a refused request shows why, can be found by its code, and has its own URL', async () => {
  const { page, caller, clientId, refused, faults } = await openUsed();
  await page.goto(`/usage?client=${clientId}`);
  const card = requestsCard(page);
  await card.getByLabel('Error code').selectOption('invalid_parameter (400)');
  const row = card.getByRole('row').nth(1);
  await row.getByText('"lat" must be between -90 and 90.').waitFor();
  expect(await card.getByRole('row').count()).toBe(2);
  await card.getByLabel('Error code').selectOption('forecast_unavailable (503)');
  await card.getByText('No matching requests').waitFor();
  await card.getByRole('button', { name: 'Show all' }).click();
  await row.getByText('quota_exceeded').waitFor();

  await card.getByLabel('Error code').selectOption('invalid_parameter (400)');
  await row.getByText('"lat" must be between -90 and 90.').waitFor();
  await row.locator('a').first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText(String(refused.headers.get('x-request-id'))).waitFor();
  expect(page.url()).toMatch(/[?&]request=req_[0-9A-Z]{26}/);
  await page.reload();
  const { body } = await caller.get<{ data: { id: string; time: string }[] }>(
    '/v1/usage/requests?code=invalid_parameter',
  );
  expect(page.url()).toContain(body.data[0].id);
  for (const text of ['invalid_parameter', '"lat" must be between -90 and 90.', clientId])
    await dialog.getByText(text, { exact: true }).waitFor();
  expect(
    await dialog
      .locator('dd', { has: page.locator('time') })
      .locator('time')
      .getAttribute('datetime'),
  ).toBe(body.data[0].time);
  expect(await accessibilityViolations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  expect(page.url()).not.toContain('request=');
  expect(faults).toEqual([]);
  await page.context().close();
});

test('a request that is no longer in the log is reported as missing', async () => {
  const { page } = await openSignedIn(browser, app());
  await page.goto('/usage?request=req_01KAHVZ6D4Q3T5B9XG7M2N8RWC');
  await page.getByRole('dialog').getByText('not_found').waitFor();
  await page.context().close();
});

test('the period and the time zone apply to the requests, stay in the URL, and apply to the CSV', async () => {
  const { page, faults } = await openUsed();
  await page.goto('/usage');
  await page.getByLabel('Period').selectOption('Last 7 days');
  const asked = page.waitForRequest((request) => request.url().includes('timezone=America%2FNew_York'));
  await page.getByLabel('Time zone').selectOption('America/New_York');
  expect(new URL((await asked).url()).searchParams.get('interval')).toBe('hour');
  await page.reload();
  expect(await page.getByLabel('Period').inputValue()).toBe('week');

  const downloaded = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download CSV' }).click();
  const lines = (await readFile(await (await downloaded).path(), 'utf8')).trim().split('\r\n');
  const [columns, ...rows] = lines.map((line) => line.split(','));
  const column = columns.indexOf('requests');
  expect(columns).toContain('status');
  expect(rows.reduce((sum, cells) => sum + Number(cells[column]), 0)).toBe(5);

  await page.getByLabel('Period').selectOption('Custom range …');
  await page.getByLabel('From').fill('2026-01-02');
  const days = page.waitForRequest(
    (request) => request.url().includes('interval=day') && !request.url().includes('group_by=client'),
  );
  expect(new URL((await days).url()).searchParams.get('start')).toBe('2026-01-02T05:00:00.000Z');
  expect(faults).toEqual([]);
  await page.context().close();
});

test('no requests are sent while updates are paused or the tab is hidden', async () => {
  const { page } = await openSignedIn(browser, app());
  await page.clock.install();
  let asked = 0;
  page.on('request', (request) => (asked += Number(request.url().includes('/v1/usage'))));
  const askedIn = async (seconds: number) => {
    asked = 0;
    await page.clock.runFor(seconds * 1000);
    return asked;
  };
  await page.goto('/usage');
  await figure(page, 'Requests').waitFor();
  await page.waitForLoadState('networkidle');
  expect(await askedIn(4)).toBeGreaterThan(0);
  await page.waitForLoadState('networkidle');
  await page.evaluate(
    `Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))`,
  );
  expect(await askedIn(20)).toBe(0);
  await page.evaluate(
    `delete document.visibilityState; document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))`,
  );
  await page.getByRole('button', { name: 'pause updates' }).click();
  await page.waitForLoadState('networkidle');
  expect(await askedIn(20)).toBe(0);
  await page.getByRole('button', { name: 'resume updates' }).click();
  expect(await askedIn(4)).toBeGreaterThan(0);
  await page.context().close();
});

test('an unknown client is reported as missing, with the request ID', async () => {
  const { page } = await openSignedIn(browser, app());
  await page.goto('/usage?client=cli_01KAHVZ6D4Q3T5B9XG7M2N8RWC');
  const notice = page.getByRole('alert').first();
  await notice.getByText('not_found').waitFor();
  await notice.getByRole('button', { name: 'Copy request ID' }).waitFor();
  await page.context().close();
});

test.each(['light', 'dark'] as const)(
  'it is accessible in the %s scheme when there are requests',
  async (colorScheme) => {
    const { page: first, caller, clientId } = await openUsed();
    await first.context().close();
    const { page, faults } = await openAs(browser, app(), caller, { colorScheme });
    await page.goto(`/usage?client=${clientId}`);
    await page.getByRole('table', { name: 'Breakdown' }).waitFor();
    await page.getByRole('meter').first().waitFor();
    await requestsCard(page).getByRole('row').nth(5).waitFor();
    for (const summary of await page.getByText('Show as table').all()) await summary.click();
    expect(await accessibilityViolations(page)).toEqual([]);
    expect(faults).toEqual([]);
    await page.context().close();
  },
);
