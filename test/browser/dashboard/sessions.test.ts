import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Browser } from 'playwright-core';
import { PASSWORD, signedInCaller } from '../../support/api-caller.js';
import { useTestApp } from '../../support/test-app.js';
import { startBrowser } from '../browser-session.js';
import { openSignedIn } from './dashboard-session.js';

const app = useTestApp();
let browser: Browser;
beforeAll(async () => {
  browser = await startBrowser();
});
afterAll(() => browser.close());

test('when a session was ended elsewhere, the user is asked to sign in again, and the input is then saved', async () => {
  const { page, caller, faults } = await openSignedIn(browser, app());
  await page.goto('/account');
  await page.getByLabel('Full name').fill('A Name Typed Before');
  await caller.delete('/v1/sessions/current');
  await page.getByRole('button', { name: 'Save' }).click();

  const dialog = page.getByRole('dialog', { name: 'Your session has ended' });
  await dialog.waitFor();
  await page.keyboard.press('Escape');
  expect(await dialog.isVisible()).toBe(true);
  await dialog.getByLabel('Password').fill('not the password');
  await dialog.getByRole('button', { name: 'Sign in', exact: true }).click();
  await dialog.getByText('The password is wrong.').waitFor();
  await dialog.getByLabel('Password').fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Sign in', exact: true }).click();

  await page.getByText('Profile saved.').waitFor();
  const again = await page.request.get('/v1/accounts/me');
  expect(await again.json()).toMatchObject({ full_name: 'A Name Typed Before' });
  expect(faults).toEqual([]);
  await page.context().close();
});

test('a tab notices a sign-out in another tab', async () => {
  const { page } = await openSignedIn(browser, app());
  await page.goto('/clients');
  await page.getByText('No clients yet').waitFor();
  const other = await page.context().newPage();
  await other.goto('/clients');
  await other.getByRole('button', { name: 'Sign out' }).click();
  await other.waitForURL('**/login');

  await page.getByRole('link', { name: 'Account settings' }).click();
  await page.getByRole('dialog', { name: 'Your session has ended' }).waitFor();
  await page.getByRole('button', { name: 'Use another account' }).click();
  await page.waitForURL('**/login');
  await page.context().close();
});

test('while the service is unreachable, the page says so, keeps its content, and recovers', async () => {
  const { page } = await openSignedIn(browser, app());
  await page.goto('/account');
  await page.getByText('This device').waitFor();
  await page.getByLabel('Full name').fill('Typed Meanwhile');
  await page.context().setOffline(true);
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText("Can't reach the service.", { exact: false }).first().waitFor();
  expect(await page.getByText('This device').isVisible()).toBe(true);

  await page.context().setOffline(false);
  await page.getByText('You may see outdated data', { exact: false }).waitFor({ state: 'detached' });
  expect(await page.getByLabel('Full name').inputValue()).toBe('Typed Meanwhile');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Profile saved.').waitFor();
  await page.context().close();
});

test('a reset link for another account requires a recent sign-in', async () => {
  const { page, caller } = await openSignedIn(browser, app());
  await app().runSql(`update accounts set role = 'admin' where id = ?`, [caller.accountId]);
  const { accountId } = await signedInCaller(app());
  await app().runSql(
    `update sessions set authenticated_at = now() - interval '10 minutes' where account_id = ?`,
    [caller.accountId],
  );
  await page.goto(`/admin/accounts/${accountId}`);
  await page.getByRole('button', { name: 'Create reset link' }).click();
  await page.getByRole('button', { name: 'Create link' }).click();
  await page.getByText('This needs a sign-in within the last 10 minutes.').waitFor();
  await page.context().close();
});
