import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Browser } from 'playwright-core';
import { createClient } from '../../support/api-caller.js';
import { publishRun } from '../../support/published-run.js';
import { useTestApp } from '../../support/test-app.js';
import { startBrowser } from '../browser-session.js';
import { accessibilityViolations, openSignedIn } from './dashboard-session.js';

const app = useTestApp();
let browser: Browser;
beforeAll(async () => {
  browser = await startBrowser();
  await publishRun(app(), 12, { stepsHours: [0, 24, 240] });
  await publishRun(app(), 6, { stepsHours: [0, 48], isPart: true });
});
afterAll(() => browser.close());

test('a run in parts is shown as such, with the run that continues it', async () => {
  const { page, caller, faults } = await openSignedIn(browser, app(), { locale: 'en-GB' });
  await createClient(caller, { name: 'Explorer' });
  await page.goto('/forecast');
  const source = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Source' }) });
  await source.getByText('Model runs').waitFor();
  expect(await source.getByRole('listitem').count()).toBe(2);
  await page.goto('/admin/service');
  const rows = page.getByRole('table', { name: 'Model runs' }).getByRole('row');
  await rows.nth(1).getByText('In progress').waitFor();
  await rows.nth(1).getByText('48 of 384 hours so far').waitFor();
  await rows.nth(2).getByText('Partial').waitFor();
  expect(await accessibilityViolations(page)).toEqual([]);
  expect(faults).toEqual([]);
  await page.context().close();
});
