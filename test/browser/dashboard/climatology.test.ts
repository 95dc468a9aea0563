import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Browser } from 'playwright-core';
import { createClient } from '../../support/api-caller.js';
import { useTestApp } from '../../support/test-app.js';
import { startBrowser } from '../browser-session.js';
import { openMetrics, openSignedIn } from './dashboard-session.js';

const app = useTestApp();
let browser: Browser;
beforeAll(async () => {
  browser = await startBrowser();
});
afterAll(() => browser.close());

test('without a run, the explorer states once, in an open banner, that the values are averages', async () => {
  const { page, caller, faults } = await openSignedIn(browser, app());
  await createClient(caller);
  await page.goto('/forecast');
  const banner = page.getByText('These are long-term averages, not a forecast');
  await banner.waitFor();
  expect(await banner.count()).toBe(1);
  expect(await page.locator('details', { has: banner }).getAttribute('open')).not.toBeNull();
  const card = page.locator('section').filter({ hasText: 'Local time' });
  await card.getByRole('heading', { name: /^Long-term average, / }).waitFor();
  await card
    .getByText('No stored model run covers this place, so these are long-term averages.', { exact: false })
    .waitFor();
  await page.getByText('Source: long-term averages, not a forecast').waitFor();
  await openMetrics(page);
  await page.getByRole('heading', { name: /^Temperature/ }).waitFor();
  expect(await page.getByRole('heading', { name: /^Precipitation \(/ }).count()).toBe(0);
  expect(faults).toEqual([]);
  await page.context().close();
});
