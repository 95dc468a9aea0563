import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Browser } from 'playwright-core';
import { signedInCaller } from '../../support/api-caller.js';
import { useTestApp } from '../../support/test-app.js';
import { openPage, startBrowser } from '../browser-session.js';
import { openAs } from './dashboard-session.js';

const KB = 1000;
const SCRIPT_BYTES = `performance.getEntriesByType('resource')
  .filter(({ name }) => new URL(name).pathname.endsWith('.js'))
  .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)`;

const app = useTestApp();
let browser: Browser;
beforeAll(async () => {
  browser = await startBrowser();
});
afterAll(() => browser.close());

test('the first page loads less than 180 kB of compressed scripts, and Swagger UI only for the reference', async () => {
  const { page } = await openPage(browser, app().url);
  await page.goto('/login', { waitUntil: 'networkidle' });
  const bytes = await page.evaluate<number>(SCRIPT_BYTES);
  expect(bytes).toBeGreaterThan(50 * KB);
  expect(bytes).toBeLessThan(180 * KB);
  await page.goto('/docs', { waitUntil: 'networkidle' });
  const withReference = await page.evaluate<number>(SCRIPT_BYTES);
  expect(withReference).toBeGreaterThan(300 * KB);
  expect(withReference).toBeLessThan(600 * KB);
  await page.context().close();
});

test('the usage page loads less than 450 kB of compressed scripts', async () => {
  const { page } = await openAs(browser, app(), await signedInCaller(app()));
  await page.goto('/usage', { waitUntil: 'networkidle' });
  const bytes = await page.evaluate<number>(SCRIPT_BYTES);
  expect(bytes).toBeGreaterThan(50 * KB);
  expect(bytes).toBeLessThan(450 * KB);
  await page.context().close();
});
