import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Browser, type Locator, type Page } from 'playwright-core';
import { createApiKey, createClient, signedInCaller, type SignedInCaller } from '../../support/api-caller.js';
import { publishSampleRun } from '../../../src/boot/testing/sample-run.js';
import { useTestApp } from '../../support/test-app.js';
import { attributes, startBrowser } from '../browser-session.js';
import { openAs, openMetrics, openSignedIn } from './dashboard-session.js';

const app = useTestApp({ FEATURES: './test/extension/src/alerts/alerts.feature.ts' });
const withTides = useTestApp({ FEATURES: './test/extension/src/tides/tides.feature.ts' });
let browser: Browser;
let administrator: SignedInCaller;
beforeAll(async () => {
  administrator = await signedInCaller(app());
  browser = await startBrowser();
});
afterAll(() => browser.close());

test("a feature's page is in the navigation, and receives the API, the account and a signal when it is left", async () => {
  const { page, caller, faults } = await openSignedIn(browser, app());
  await createClient(caller, { name: 'Station' });
  await page.goto('/');
  await page.getByRole('link', { name: 'Alerts' }).click();

  await page.getByText(/^Alerts of .+ for Station$/).waitFor();
  expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('Alerts');
  await page.getByRole('link', { name: 'Usage' }).click();
  await page.getByRole('heading', { name: 'Usage', level: 1 }).waitFor();
  expect(await page.evaluate<string>(`sessionStorage.getItem('alerts-page')`)).toBe('left');
  await page.goto('/alerts');
  await page.getByText('Alerts of').waitFor();
  expect(faults).toEqual([]);
  await page.context().close();
});

test("a feature's page shows the organization that is chosen, in the dashboard's styles", async () => {
  const { page, caller, faults } = await openSignedIn(browser, withTides());
  await caller.post('/v1/tide-gauges', { name: 'Cuxhaven' });
  const { body } = await caller.post<{ id: string }>('/v1/organizations', { name: 'Harbour' });
  await caller.post(`/v1/tide-gauges?organization_id=${body.id}`, { name: 'Emden' });
  await page.goto('/tides');
  await page.getByRole('cell', { name: 'Cuxhaven' }).waitFor();

  await page.getByLabel('Organization').first().selectOption(body.id);
  await page.getByRole('cell', { name: 'Emden' }).waitFor();
  expect(await page.getByRole('cell', { name: 'Cuxhaven' }).count()).toBe(0);
  const style = (property: string) =>
    page.evaluate<string>(
      `getComputedStyle(document.querySelector('.wx1-card')).getPropertyValue('${property}')`,
    );
  expect(await style('border-top-width')).toBe('1px');
  expect(await style('--wx1-accent')).toMatch(/^#/);
  expect(faults).toEqual([]);
  await page.context().close();
});

const navigation = (page: Page) => page.getByRole('navigation', { name: 'Main' }).getByRole('link');
/** Without the dot of what needs attention, which has a text of its own. */
const namesOf = async (links: Locator) => (await links.allInnerTexts()).map((text) => text.split('\n')[0]);
const OURS = [
  ...['Overview', 'Clients', 'API keys', 'Usage', 'Webhooks', 'Forecast explorer', 'Accuracy'],
  ...['API reference', 'Organizations', 'Account settings'],
];

test('the navigation has the pages of all features, and shows those for administrators only to them', async () => {
  const { page } = await openSignedIn(browser, app());
  await page.goto('/');
  await page.locator('h1').waitFor();
  expect(await navigation(page).allInnerTexts()).toEqual([...OURS, 'Alerts', 'Broken page']);
  await page.context().close();

  const { page: theirs } = await openAs(browser, app(), administrator);
  await theirs.goto('/admin');
  await theirs.getByRole('heading', { name: 'Accounts', level: 1 }).waitFor();
  expect(await namesOf(navigation(theirs))).toEqual([
    ...[...OURS, 'Administration'],
    ...['Alerts', 'Broken page'],
  ]);
  const tabs = theirs.getByRole('navigation', { name: 'Administration' }).getByRole('link');
  expect(await namesOf(tabs)).toEqual(['Accounts', 'Mail', 'Service']);
  expect(await attributes(tabs, 'aria-current')).toEqual(['page', '', '']);
  await theirs.context().close();
});

test('a page that throws shows an error in its place, and the other pages keep working', async () => {
  const { page } = await openSignedIn(browser, app());
  await page.goto('/broken');

  await page.getByRole('heading', { name: 'Broken page' }).waitFor();
  await page.getByRole('alert').getByText('Something went wrong').waitFor();
  await page.getByRole('link', { name: 'Clients' }).click();
  await page.getByRole('heading', { name: 'Clients', level: 1 }).waitFor();
  await page.context().close();
});

test("a key's scopes are those that the API lists, including a feature's, and are kept when it is renamed", async () => {
  const { page, caller, faults } = await openSignedIn(browser, app());
  const clientId = await createClient(caller);
  const { id } = await createApiKey(caller, clientId, { name: 'Station', scopes: ['alerts:read'] });
  await page.goto(`/api-keys?client=${clientId}`);
  await page.getByRole('button', { name: 'Actions for Station' }).click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit Station' });

  await dialog.getByText('Read alerts.').waitFor();
  expect(await dialog.getByLabel('alerts:read').isChecked()).toBe(true);
  expect(await dialog.getByLabel('forecast:read').isChecked()).toBe(false);
  expect(await dialog.getByLabel('usage:read').count()).toBe(0);
  await dialog.getByLabel('Name').fill('Station 2');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('cell', { name: /^Station 2/ }).waitFor();
  const { body } = await caller.get<{ scopes: string[] }>(`/v1/clients/${clientId}/api-keys/${id}`);
  expect(body.scopes).toEqual(['alerts:read']);
  expect(faults).toEqual([]);
  await page.context().close();
});

test("a feature's audit action is named in the audit trail", async () => {
  const { page, caller, faults } = await openSignedIn(browser, app());
  await caller.post('/v1/valley-alerts', { name: 'Storm' });
  await page.goto('/account');

  await page.getByText('Alert created', { exact: true }).waitFor();
  expect(faults).toEqual([]);
  await page.context().close();
});

test("an administrator who changes a client's limits doesn't remove a feature's scope", async () => {
  const { page, faults } = await openAs(browser, app(), administrator);
  const owner = await signedInCaller(app());
  const clientId = await createClient(owner, { name: 'Station' });
  await page.goto(`/admin/accounts/${owner.accountId}`);
  await page.getByRole('button', { name: 'Actions for Station' }).click();
  await page.getByRole('menuitem', { name: 'Edit limits and scopes' }).click();
  const dialog = page.getByRole('dialog', { name: 'Limits and scopes of Station' });
  expect(await dialog.getByLabel('alerts:read').isChecked()).toBe(true);
  await dialog.getByLabel('usage:read').uncheck();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Limits and scopes saved.').waitFor();

  const { body } = await owner.get<{ scopes: string[] }>(`/v1/clients/${clientId}`);
  expect(body.scopes).toContain('alerts:read');
  expect(body.scopes).not.toContain('usage:read');
  expect(faults).toEqual([]);
  await page.context().close();
});

test("a feature's metric has a chart in the explorer and a checkbox in the request builder", async () => {
  const { page, caller, faults } = await openSignedIn(browser, app());
  await createClient(caller);
  await page.goto('/forecast/request');
  await page.getByRole('checkbox', { name: 'vapourPressureDeficit' }).waitFor();
  await publishSampleRun(app().dataDirectory);
  await page.goto('/forecast?lat=52.2&lon=21&units=metric');
  await openMetrics(page);
  await page.getByText('Vapor pressure deficit').first().waitFor();
  expect(faults).toEqual([]);
  await page.context().close();
});
