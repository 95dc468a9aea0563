import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Browser } from 'playwright-core';
import { createClient } from '../../support/api-caller.js';
import { flushedUsage } from '../../support/flushed-usage.js';
import { publishRun } from '../../support/published-run.js';
import { useTestApp } from '../../support/test-app.js';
import { startBrowser } from '../browser-session.js';
import { accessibilityViolations, openMetrics, openSignedIn } from './dashboard-session.js';

const app = useTestApp({ MODELS: 'gfs,ifs,gefs' });
let browser: Browser;
beforeAll(async () => {
  browser = await startBrowser();
  await publishRun(app(), 6, { stepsHours: [0, 24, 240] });
});
afterAll(() => browser.close());

const TABS = ['Daily', 'Meteogram', 'Compare models', 'JSON', 'Hourly'];

test('with one stored model, opening each tab sends no request that the service refuses', async () => {
  const { page, caller, faults } = await openSignedIn(browser, app(), { locale: 'en-GB' });
  const clientId = await createClient(caller, { name: 'Explorer' });
  await page.goto('/forecast?lat=52.23&lon=21.01&units=metric');
  await openMetrics(page);
  for (const name of TABS) {
    await page.getByRole('tab', { name, exact: true }).click();
    await page.getByRole('tabpanel', { name, exact: true }).waitFor();
    await page.waitForLoadState('networkidle');
    if (name !== 'Compare models') continue;
    const panel = page.getByRole('tabpanel', { name });
    await panel.getByText('Models without a run').waitFor();
    await panel.getByText(/^IFS: /).waitFor();
    expect(await panel.getByRole('checkbox').count()).toBe(1);
    expect(await accessibilityViolations(page)).toEqual([]);
  }
  const logged = await flushedUsage(
    app(),
    `select route, status from usage.requests where client_id = '${clientId}'`,
  );
  expect(logged.length).toBeGreaterThan(2);
  expect(logged.filter(({ status }) => Number(status) >= 400)).toEqual([]);
  expect(faults).toEqual([]);
  await page.context().close();
});
