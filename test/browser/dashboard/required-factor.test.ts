import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Browser, type Page } from 'playwright-core';
import { createClient } from '../../support/api-caller.js';
import { addTotp, totpCode } from '../../support/factors.js';
import { createOrganization, invite, newMember } from '../../support/organization-caller.js';
import { useTestApp } from '../../support/test-app.js';
import { startBrowser } from '../browser-session.js';
import { accessibilityViolations, openAs, openSignedIn } from './dashboard-session.js';

const app = useTestApp();
let browser: Browser;
beforeAll(async () => {
  browser = await startBrowser();
});
afterAll(() => browser.close());

const dialog = (page: Page) => page.getByRole('dialog');

/** Adds an authenticator app, starting from a link that leads to the account page. */
async function addApp(page: Page): Promise<void> {
  await page.waitForURL('**/account#two-factor');
  await page.getByRole('button', { name: 'Add authenticator app' }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
  const secret = await dialog(page).getByRole('textbox', { name: 'Key, if you can' }).inputValue();
  await dialog(page).getByLabel('Code', { exact: true }).fill(totpCode(secret));
  await dialog(page).getByRole('button', { name: 'Confirm' }).click();
  await page.getByRole('button', { name: 'Done' }).click();
}

test('an owner adds a factor, requires one of all members, sees who has none, and stops requiring it', async () => {
  const { page, faults, caller } = await openSignedIn(browser, app());
  const id = await createOrganization(caller, 'Harbour Ltd');
  const member = await newMember(app(), caller, id, 'viewer');
  await page.goto(`/organizations/${id}?tab=settings`);
  await page.getByText('Not required').waitFor();
  await page.getByRole('button', { name: 'Require', exact: true }).click();
  expect(await accessibilityViolations(page)).toEqual([]);
  await dialog(page).getByRole('button', { name: 'Require', exact: true }).click();
  await page.getByText('Add a second factor to your own account first.').waitFor();
  await page.getByRole('link', { name: 'Set up two-factor authentication' }).click();
  await addApp(page);

  await page.goto(`/organizations/${id}?tab=settings`);
  await page.getByRole('button', { name: 'Require', exact: true }).click();
  await dialog(page).getByRole('button', { name: 'Require', exact: true }).click();
  await page.getByText('Required for all members').waitFor();
  await page.getByRole('tab', { name: 'Members' }).click();
  const row = page.getByRole('row').filter({ hasText: member.email });
  await row.getByText('No second factor').waitFor();
  expect(await page.getByText('No second factor').count()).toBe(1);
  expect(await accessibilityViolations(page)).toEqual([]);

  await page.goto('/account');
  await page.getByRole('button', { name: /^Remove Authenticator/ }).click();
  await page.getByText('you lose access to Harbour Ltd').waitFor();
  await page.keyboard.press('Escape');
  await page.goto(`/organizations/${id}?tab=settings`);
  await page.getByRole('button', { name: 'Stop requiring', exact: true }).click();
  await dialog(page).getByRole('button', { name: 'Stop requiring', exact: true }).click();
  await page.getByText('Not required').waitFor();
  expect(faults).toEqual([]);
  await page.context().close();
});

test('a member without a factor sees a notice on every page of the organization, and adds one', async () => {
  const owner = await openSignedIn(browser, app());
  const { page, faults, caller } = await openSignedIn(browser, app());
  await addTotp(app(), owner.caller);
  const id = await createOrganization(owner.caller, 'Harbour Ltd');
  const clientId = await createClient(owner.caller, { name: 'Shared client', organization_id: id });
  const path = `/v1/organizations/${id}`;
  const required = await owner.caller.call('PATCH', path, { body: { require_factor: true } });
  expect(required.status).toBe(200);

  const token = await invite(owner.caller, id, caller.email, 'developer');
  await page.goto(`/accept-invitation#token=${token}`);
  await page.getByRole('button', { name: 'Accept the invitation' }).click();
  await page.getByRole('heading', { level: 1, name: 'Harbour Ltd' }).waitFor();
  await page.getByText('Harbour Ltd requires two-factor authentication.').waitFor();
  expect(await accessibilityViolations(page)).toEqual([]);
  for (const name of ['Overview', 'Clients', 'API keys', 'Usage', 'Forecast explorer']) {
    await page.getByRole('link', { name, exact: true }).click();
    await page.getByText('Harbour Ltd requires two-factor authentication.').waitFor();
    expect(await page.getByRole('link', { name: 'Set up two-factor authentication' }).count()).toBe(1);
  }
  await page.goto(`/clients/${clientId}`);
  await page.getByText('The organization requires a second factor').waitFor();
  await page.getByRole('link', { name: 'Organizations', exact: true }).click();
  await page.getByRole('table').getByText('Second factor required').waitFor();
  await page.getByRole('link', { name: 'Harbour Ltd' }).click();
  await page.getByText('you can only leave it').waitFor();
  await page.getByRole('heading', { name: 'Leave this organization' }).waitFor();
  expect(await page.getByRole('table').count()).toBe(0);
  expect(await accessibilityViolations(page)).toEqual([]);

  await page.getByRole('link', { name: 'Set up two-factor authentication' }).click();
  await addApp(page);
  await page.getByRole('link', { name: 'Clients', exact: true }).click();
  await page.getByRole('link', { name: 'Shared client' }).waitFor();
  expect(faults).toEqual([]);
  await page.context().close();
  await owner.page.context().close();
});

test.each([
  ['desktop-light', { viewport: { width: 1280, height: 900 }, colorScheme: 'light' }],
  ['phone-dark', { viewport: { width: 390, height: 844 }, colorScheme: 'dark' }],
] as const)('a member without access can leave: %s', async (_, options) => {
  const owner = await openSignedIn(browser, app());
  const id = await createOrganization(owner.caller, 'Harbour Ltd');
  const caller = await newMember(app(), owner.caller, id, 'viewer');
  await app().runSql('update organizations set require_factor = true where id = ?', [id]);
  const { page } = await openAs(browser, app(), caller, options);
  await page.goto(`/organizations/${id}?tab=settings`);
  await page.getByRole('button', { name: 'Leave', exact: true }).click();
  await dialog(page).getByRole('button', { name: 'Leave', exact: true }).click();
  await page.getByText('You left Harbour Ltd.').waitFor();
  expect((await caller.get(`/v1/organizations/${id}`)).status).toBe(404);
  await page.context().close();
  await owner.page.context().close();
});
