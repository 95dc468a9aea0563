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

test('every operation of the document is there, and opens', async () => {
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
  expect(await page.getByRole('tab', { name: 'Answers' }).count()).toBe(summaries.length);
  expect(faults).toEqual([]);
  await page.context().close();
});

test('a forecast is asked for with a key that only the memory of the page has', async () => {
  const { page, caller, faults } = await openSignedIn(browser, app());
  const clientId = await createClient(caller);
  const keys: string[] = [];
  page.on('request', (request) => {
    const key = request.headers().apikey;
    if (key !== undefined) keys.push(key);
  });
  await page.goto('/reference');
  await page.getByRole('button', { name: operation('/v1/weather/forecast', 'GET') }).click();
  await page.getByLabel('fields').fill('temperature,windSpeed');
  expect(await page.getByRole('region', { name: 'curl' }).innerText()).toContain(
    'fields=temperature,windSpeed',
  );
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByRole('region', { name: 'The answer' }).getByText('"timelines"', { exact: false }).waitFor();
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByRole('region', { name: 'The answer' }).waitFor();

  expect(new Set(keys).size).toBe(1);
  expect(await everythingKept(page)).not.toContain(keys[0]);
  const listed = await caller.get<{ data: unknown[] }>(`/v1/clients/${clientId}/api-keys`);
  expect(listed.body.data).toEqual([]);
  expect(faults).toEqual([]);
  await page.context().close();
});

test('a management operation is sent in the name of who is signed in, and a refusal is shown as it came', async () => {
  const { page, caller, faults } = await openSignedIn(browser, app());
  await page.goto('/reference');
  await page.getByLabel('Find an operation').fill('createClient');
  await page.getByRole('button', { name: operation('/v1/clients', 'POST') }).click();
  await page.getByLabel('Body').fill('{"name":"From the reference"}');
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByText('201', { exact: true }).first().waitFor();
  const { body } = await caller.get<{ data: unknown[] }>('/v1/clients');
  expect(body.data).toMatchObject([{ name: 'From the reference' }]);

  await page.getByLabel('Body').fill('{"name":""}');
  await page.getByRole('button', { name: 'Send' }).click();
  await page
    .getByRole('region', { name: 'The answer' })
    .getByText('invalid_parameter', { exact: false })
    .waitFor();
  expect(faults).toEqual([]);
  await page.context().close();
});

test('units, weather codes and errors have tables of their own', async () => {
  const { page, faults } = await openSignedIn(browser, app());
  await page.goto('/reference');
  await page.getByRole('tab', { name: 'Metrics and units' }).click();
  await page.getByRole('row').filter({ hasText: 'windSpeed' }).getByText('mph').first().waitFor();
  await page.getByRole('tab', { name: 'Weather codes' }).click();
  expect(await page.getByRole('row').filter({ hasText: '4001' }).innerText()).toContain('Rain');
  await page.getByRole('tab', { name: 'Errors' }).click();
  expect(await page.getByRole('row').filter({ hasText: 'quota_exceeded' }).innerText()).toContain('429');
  expect(faults).toEqual([]);
  await page.context().close();
});
