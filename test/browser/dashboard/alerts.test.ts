import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Browser } from 'playwright-core';
import { createAlert } from '../../support/alert-caller.js';
import { createClient, signedInCaller } from '../../support/api-caller.js';
import { createOrganization, join } from '../../support/organization-caller.js';
import { publishRun } from '../../support/published-run.js';
import { useTestApp } from '../../support/test-app.js';
import { startBrowser } from '../browser-session.js';
import { openAs, openSignedIn } from './dashboard-session.js';

const app = useTestApp();
let browser: Browser;
beforeAll(async () => {
  browser = await startBrowser();
  await publishRun(app(), 1, { celsius: -5, stepsHours: [0, 12, 24, 60] });
});
afterAll(() => browser.close());

test('an alert is created, raised, edited, disabled and deleted', async () => {
  const { page, caller, faults } = await openSignedIn(browser, app());
  const clientId = await createClient(caller);
  await page.goto(`/clients/${clientId}`);
  await page.getByText('No forecast alerts yet').waitFor();
  await page.getByRole('button', { name: 'Create alert', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Create alert' });
  await dialog.getByLabel('Name').fill('Frost');
  await dialog.getByLabel('Location').fill('Xyzzyx');
  await dialog.getByLabel('Value').fill('0');
  await dialog.getByRole('button', { name: 'Create alert', exact: true }).click();
  await dialog.locator('[name=place][aria-invalid=true]').waitFor();
  await dialog.getByLabel('Location').fill('Boston');
  await dialog.getByLabel('To hour').fill('900');
  await dialog.getByRole('button', { name: 'Create alert', exact: true }).click();
  await dialog.locator('[name="lead_hours.to"][aria-invalid=true]').waitFor();
  await dialog.getByLabel('To hour').fill('24');
  await dialog.getByRole('button', { name: 'Create alert', exact: true }).click();

  const row = page.getByRole('row', { name: /^Frost/ });
  await row.getByText('Temperature below 0 °C').waitFor();
  await row.getByText('Boston, US').waitFor();
  await row.getByText('Raised').waitFor();
  await row.getByText(/^-5 °C at /).waitFor();

  await page.getByRole('button', { name: 'Actions for Frost' }).click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  const edit = page.getByRole('dialog', { name: 'Edit Frost' });
  await edit.getByLabel('Location').fill('-33.8688, 151.2093');
  await edit.getByLabel('Hysteresis').fill('1.5');
  await edit.getByRole('button', { name: 'Save', exact: true }).click();
  await row.getByText('-33.8688, 151.2093').waitFor();

  await page.getByRole('button', { name: 'Actions for Frost' }).click();
  await page.getByRole('menuitem', { name: 'Disable' }).click();
  await row.getByText('Disabled', { exact: true }).waitFor();
  const alerts = () => caller.get<{ data: unknown[] }>(`/v1/alerts?client_id=${clientId}`);
  expect((await alerts()).body.data).toMatchObject([
    { name: 'Frost', enabled: false, hysteresis: 1.5, lead_hours: { from: 0, to: 24 }, place: null },
  ]);

  await page.getByRole('button', { name: 'Actions for Frost' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('button', { name: 'Delete alert', exact: true }).click();
  await page.getByText('No forecast alerts yet').waitFor();
  expect((await alerts()).body.data).toEqual([]);
  expect(faults).toEqual([]);
  await page.context().close();
});

test("an alert that can't be evaluated shows why, and viewers can't change alerts", async () => {
  const owner = await signedInCaller(app());
  const organizationId = await createOrganization(owner);
  const viewer = await signedInCaller(app());
  await join(owner, organizationId, viewer, 'viewer');
  const clientId = await createClient(owner, { organization_id: organizationId });
  await createAlert(owner, clientId, { name: 'Ozone', field: 'ozone' });
  const { page } = await openAs(browser, app(), viewer);
  await page.goto(`/clients/${clientId}`);
  const row = page.getByRole('row', { name: /^Ozone/ });
  await row.getByText('No run has values of ozone at this location.').waitFor();
  expect(await page.getByRole('button', { name: 'Create alert', exact: true }).count()).toBe(0);
  expect(await page.getByRole('button', { name: 'Actions for Ozone' }).count()).toBe(0);
  await page.context().close();
});
