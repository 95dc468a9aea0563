import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Browser } from 'playwright-core';
import {
  ApiCaller,
  createApiKey,
  createClient,
  PASSWORD,
  type SignedInCaller,
  signedInCaller,
} from '../../support/api-caller.js';
import { useTestApp } from '../../support/test-app.js';
import { startBrowser, type WatchedPage } from '../browser-session.js';
import { accessibilityViolations, everythingKept, openAs } from './dashboard-session.js';

const app = useTestApp();
let browser: Browser;
let admin: SignedInCaller;
beforeAll(async () => {
  browser = await startBrowser();
  admin = await signedInCaller(app());
});
afterAll(() => browser.close());

const open = (caller: SignedInCaller): Promise<WatchedPage> =>
  openAs(browser, app(), caller, { locale: 'en-GB' });

/** Registers another account and opens the administrator's page for it. */
async function openMember() {
  const member = await signedInCaller(app());
  const opened = await open(admin);
  await opened.page.goto(`/admin/accounts/${member.accountId}`);
  await opened.page.getByText(member.accountId).first().waitFor();
  return { ...opened, member };
}

test('a member is told that these pages are for administrators', async () => {
  const { page, faults } = await open(await signedInCaller(app()));
  await page.goto('/admin');
  await page.getByText('Administrators only').waitFor();
  expect(await page.getByRole('link', { name: 'Administration' }).count()).toBe(0);
  expect(await page.getByText('needs attention').count()).toBe(0);
  expect(faults).toEqual([]);
  await page.context().close();
});

test('accounts are searched, filtered by status, and opened', async () => {
  const member = await signedInCaller(app());
  const { page, faults } = await open(admin);
  await page.goto('/admin');
  const rows = page.getByRole('table', { name: 'Accounts' }).getByRole('row');
  await page.getByLabel('Search').fill(member.email);
  await page.waitForURL(/query=/);
  await rows.nth(1).getByText(member.email).waitFor();
  await rows.nth(2).waitFor({ state: 'detached' });
  await page.getByLabel('Status').selectOption('disabled');
  await page.getByText('No matching accounts').waitFor();
  await page.getByLabel('Status').selectOption('All');
  await page.getByRole('row', { name: member.email }).getByRole('link').first().click();
  await page.waitForURL(`**/admin/accounts/${member.accountId}`);
  expect(faults).toEqual([]);
  await page.context().close();
});

test('an administrator creates an account; a taken address is reported at its field', async () => {
  const { page } = await open(admin);
  await page.goto('/admin');
  await page.getByRole('button', { name: 'Create account' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Full name').fill('Nora Newcomer');
  await dialog.getByLabel('Email').fill(admin.email);
  await dialog.getByLabel('Password').fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Create account' }).click();
  await dialog.getByText('email_taken').waitFor();
  await dialog.getByLabel('Email').fill('nora@example.com');
  await dialog.getByRole('button', { name: 'Create account' }).click();
  // The personal organization has the same name.
  await page.getByRole('link', { name: 'Nora Newcomer' }).first().waitFor();
  const { status } = await new ApiCaller(app().url).post('/v1/sessions', {
    email: 'nora@example.com',
    password: PASSWORD,
  });
  expect(status).toBe(201);
  await page.context().close();
});

test("a disabled account's keys are refused until it is enabled again", async () => {
  const { page, member, faults } = await openMember();
  const { key } = await createApiKey(member, await createClient(member));
  const ask = async () => (await member.get('/v1/weather/forecast?lat=1&lon=1', { apikey: key })).status;
  expect(await ask()).toBe(200);
  await page.getByRole('button', { name: 'Disable', exact: true }).click();
  await page.getByRole('dialog').getByText('stop working immediately', { exact: false }).waitFor();
  await page.getByRole('button', { name: 'Disable account' }).click();
  await page.getByRole('main').getByText('Disabled', { exact: true }).waitFor();
  expect(await ask()).toBe(403);
  await page.getByRole('button', { name: 'Enable', exact: true }).click();
  await page.getByRole('main').getByText('Active', { exact: true }).first().waitFor();
  expect(await ask()).toBe(200);
  expect(faults).toEqual([]);
  await page.context().close();
});

test('a role is granted and removed, except from the last administrator', async () => {
  const { page, member } = await openMember();
  for (const action of ['Make administrator', 'Remove administrator role']) {
    await page.getByRole('button', { name: action }).click();
    await page.getByRole('dialog').getByRole('button', { name: action }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  }
  expect((await member.get('/v1/accounts/me')).body).toMatchObject({ role: 'member' });
  await page.goto(`/admin/accounts/${admin.accountId}`);
  await page.getByRole('button', { name: 'Remove administrator role' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove administrator role' }).click();
  await page.getByRole('dialog').getByText('conflict', { exact: true }).waitFor();
  await page.context().close();
});

test('a password reset link is shown once, and works', async () => {
  const { page, member, faults } = await openMember();
  await page.getByRole('button', { name: 'Create reset link' }).click();
  await page.getByRole('button', { name: 'Create link' }).click();
  const link = await page.getByLabel('Link', { exact: true }).inputValue();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Done' }).click();
  const token = new URL(link).hash.replace('#token=', '');
  expect(await everythingKept(page)).not.toContain(token);
  const reset = { token, new_password: 'quiet morning' };
  expect((await member.post('/v1/password-resets/complete', reset)).status).toBe(204);
  expect(faults).toEqual([]);
  await page.context().close();
});

test('deleting an account requires typing its address', async () => {
  const { page, member, faults } = await openMember();
  await page.getByRole('button', { name: 'Delete account' }).click();
  const dialog = page.getByRole('dialog');
  const button = dialog.getByRole('button', { name: 'Delete account' });
  expect(await button.isDisabled()).toBe(true);
  await dialog.getByRole('textbox').fill(member.email);
  await button.click();
  await page.waitForURL('**/admin/accounts');
  expect((await admin.get(`/v1/accounts/${member.accountId}`)).status).toBe(404);
  expect(faults).toEqual([]);
  await page.context().close();
});

test("a client's ceiling, scopes and status are changed, and its usage is shown", async () => {
  const { page, member, faults } = await openMember();
  const clientId = await createClient(member, { name: 'Regatta board' });
  await page.reload();
  const choose = async (item: string) => {
    await page.getByRole('button', { name: 'Actions for Regatta board' }).click();
    await page.getByRole('menuitem', { name: item }).click();
  };
  await choose('Edit limits and scopes');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Units per day').fill('900000');
  await dialog.getByLabel('keys:manage').uncheck();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'detached' });
  expect((await member.get(`/v1/clients/${clientId}`)).body).toMatchObject({
    rate_limits: { day: 900_000 },
    scopes: ['forecast:read', 'forecast:batch', 'usage:read'],
  });
  await choose('Disable');
  await page.getByRole('button', { name: 'Disable client' }).click();
  await page.getByRole('row', { name: 'Regatta board' }).getByText('Disabled', { exact: true }).waitFor();
  expect((await member.get(`/v1/clients/${clientId}`)).body).toMatchObject({ status: 'disabled' });
  await choose('View usage');
  await page.getByText('No requests in this period').waitFor();
  expect(new URL(page.url()).searchParams.get('client')).toBe(clientId);
  expect(faults).toEqual([]);
  await page.context().close();
});

test('a missing account is reported with the request ID', async () => {
  const { page } = await open(admin);
  await page.goto('/admin/accounts/acc_01KAHVZ6D4Q3T5B9XG7M2N8RWC');
  await page.getByRole('alert').getByText('not_found').waitFor();
  await page.getByRole('alert').getByRole('button', { name: 'Copy request ID' }).waitFor();
  await page.context().close();
});

test.each(['light', 'dark'] as const)('the dialogs are accessible in the %s scheme', async (colorScheme) => {
  const member = await signedInCaller(app());
  await createClient(member, { name: 'Regatta board' });
  const { page, faults } = await openAs(browser, app(), admin, { colorScheme });
  await page.goto(`/admin/accounts/${member.accountId}`);
  await page.getByRole('button', { name: 'Actions for Regatta board' }).click();
  await page.getByRole('menuitem', { name: 'Edit limits and scopes' }).click();
  for (const name of ['Make administrator', 'Create reset link', 'Disable', 'Delete account', '']) {
    await page.getByRole('dialog').waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    if (name !== '') await page.getByRole('button', { name, exact: true }).click();
  }
  expect(faults).toEqual([]);
  await page.context().close();
});
