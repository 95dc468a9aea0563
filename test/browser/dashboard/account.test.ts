import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Browser } from 'playwright-core';
import { ApiCaller, PASSWORD } from '../../support/api-caller.js';
import { useTestApp } from '../../support/test-app.js';
import { startBrowser } from '../browser-session.js';
import { openAs, openSignedIn } from './dashboard-session.js';

const app = useTestApp();
let browser: Browser;
beforeAll(async () => {
  browser = await startBrowser();
});
afterAll(() => browser.close());

const signIn = (email: string, password: string) =>
  new ApiCaller(app().url).post('/v1/sessions', { email, password });

test('the profile can be changed, and the organization left empty', async () => {
  const { page, caller, faults } = await openSignedIn(browser, app());
  await page.goto('/account');
  await page.getByLabel('Full name').fill('Another Name');
  await page.getByLabel('Organization').fill('');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Profile saved.').waitFor();
  expect((await caller.get('/v1/accounts/me')).body).toMatchObject({
    full_name: 'Another Name',
    organization: null,
  });
  expect(faults).toEqual([]);
  await page.context().close();
});

test('changing the email address requires a recent sign-in', async () => {
  const { page, caller } = await openSignedIn(browser, app());
  await app().runSql(
    `update sessions set authenticated_at = now() - interval '10 minutes' where account_id = ?`,
    [caller.accountId],
  );
  await page.goto('/account');
  await page.getByLabel('Email').fill(`new.${caller.email}`);
  await page.getByRole('button', { name: 'Save' }).click();
  const again = page.getByRole('dialog', { name: 'Sign in again to continue' });
  await again.getByLabel('Password').fill(PASSWORD);
  await again.getByRole('button', { name: 'Sign in', exact: true }).click();
  await again.waitFor({ state: 'detached' });
  await page.waitForFunction(
    async (email) => (await (await fetch('/v1/accounts/me')).text()).includes(email),
    `new.${caller.email}`,
  );
  expect(await page.getByLabel('Email').inputValue()).toBe(`new.${caller.email}`);
  await page.context().close();
});

test('changing the password requires the current one, and empties the fields', async () => {
  const { page, caller, faults } = await openSignedIn(browser, app());
  await page.goto('/account');
  await page.getByLabel('Current password').fill('not the password');
  await page.getByLabel('New password').fill('a calm and windless night');
  await page.getByRole('button', { name: 'Change password' }).click();
  await page
    .getByRole('alert')
    .or(page.locator('[name=current_password][aria-invalid=true]'))
    .first()
    .waitFor();
  await page.getByLabel('Current password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Change password' }).click();
  await page.getByText('Password changed.', { exact: false }).waitFor();
  expect(await page.getByLabel('New password').inputValue()).toBe('');
  expect((await signIn(caller.email, 'a calm and windless night')).status).toBe(201);
  expect((await signIn(caller.email, PASSWORD)).status).toBe(401);
  expect(faults).toEqual([]);
  await page.context().close();
});

test('sessions are listed, with this device marked, and ended one by one or all at once', async () => {
  const { page, caller, faults } = await openSignedIn(browser, app());
  await signIn(caller.email, PASSWORD);
  await signIn(caller.email, PASSWORD);
  await page.goto('/account');
  const sessions = page.getByRole('table', { name: 'Sessions' });
  await sessions.getByText('This device').waitFor();
  expect(await sessions.getByRole('row').count()).toBe(1 + 3);
  await sessions
    .getByRole('button', { name: /^Sign out/ })
    .first()
    .click();
  await page.getByText('Session ended.').waitFor();
  await page.getByRole('button', { name: 'Sign out everywhere else' }).click();
  await page.getByText('Signed out everywhere else.').waitFor();
  await sessions.getByRole('row').nth(2).waitFor({ state: 'detached' });
  expect(faults).toEqual([]);
  await page.context().close();
});

test('the audit trail names the actions', async () => {
  const { page, caller, faults } = await openSignedIn(browser, app());
  await caller.post('/v1/clients', { name: 'A client' });
  await page.goto('/account');
  const trail = page.getByRole('table', { name: 'Changes' });
  await trail.getByText('Client created').waitFor();
  expect(await trail.getByText('Account registered').count()).toBe(1);
  expect(await trail.getByText('You', { exact: true }).count()).toBeGreaterThan(0);
  expect(await trail.getByText('A client', { exact: true }).getAttribute('title')).toMatch(/^cli_/);
  const downloaded = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download CSV' }).click();
  const csv = await readFile(await (await downloaded).path(), 'utf8');
  expect(csv).toContain(',client.created,Client created,');
  await page.getByLabel('From (UTC)').fill('2090-01-01');
  await page.getByText('No changes in this period.').waitFor();
  await page.getByLabel('From (UTC)').fill('');
  await trail.getByText('Client created').waitFor();
  expect(faults).toEqual([]);
  await page.context().close();
});

test("the account's data is downloaded as one file", async () => {
  const { page, caller, faults } = await openSignedIn(browser, app());
  await page.goto('/account');
  const downloaded = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download', exact: true }).click();
  const download = await downloaded;
  expect(download.suggestedFilename()).toBe('account.json');
  const data = JSON.parse(await readFile(await download.path(), 'utf8')) as Record<string, unknown>;
  expect(data).toMatchObject({ account: { email: caller.email }, organizations: [{ role: 'owner' }] });
  expect(faults).toEqual([]);
  await page.context().close();
});

test('an account is deleted after its password is confirmed', async () => {
  // The first account is the last administrator, which can't be deleted.
  const first = await openSignedIn(browser, app());
  await first.page.context().close();
  const { page, caller } = await openSignedIn(browser, app());
  await page.goto('/account');
  await page.getByRole('button', { name: 'Delete account' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' });
  await dialog.getByLabel('Confirm with your password').fill('not the password');
  await dialog.getByRole('button', { name: 'Delete account' }).click();
  await dialog.getByRole('alert').or(dialog.locator('[aria-invalid=true]')).first().waitFor();
  await dialog.getByLabel('Confirm with your password').fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Delete account' }).click();
  await page.waitForURL('**/login');
  expect((await signIn(caller.email, PASSWORD)).status).toBe(401);
  await page.context().close();
});

test('the chosen color scheme survives a reload', async () => {
  const { page, caller } = await openSignedIn(browser, app(), { colorScheme: 'light' });
  await page.goto('/account');
  const scheme = () => page.evaluate('document.documentElement.dataset.theme');
  expect(await scheme()).toBe('light');
  await page.getByRole('radio', { name: 'Dark theme' }).click();
  expect(await scheme()).toBe('dark');
  await page.reload();
  await page.getByRole('heading', { name: 'Account settings' }).waitFor();
  expect(await scheme()).toBe('dark');
  const other = await openAs(browser, app(), caller, { colorScheme: 'dark' });
  await other.page.goto('/account');
  expect(await other.page.evaluate('document.documentElement.dataset.theme')).toBe('dark');
  await page.context().close();
  await other.page.context().close();
});
