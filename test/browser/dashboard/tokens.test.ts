import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Browser } from 'playwright-core';
import { ApiCaller, bearer, createToken, PASSWORD } from '../../support/api-caller.js';
import { useTestApp } from '../../support/test-app.js';
import { startBrowser } from '../browser-session.js';
import { accessibilityViolations, everythingKept, openSignedIn } from './dashboard-session.js';

const app = useTestApp();
let browser: Browser;
beforeAll(async () => {
  browser = await startBrowser();
});
afterAll(() => browser.close());

test('a token is created, shown once, used and revoked', async () => {
  const { page, faults } = await openSignedIn(browser, app());
  await page.goto('/account');
  await page.getByText('No tokens yet').waitFor();
  await page.getByRole('button', { name: 'Create token' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create personal access token' });
  await dialog.getByLabel('Name').fill('Nightly report');
  await dialog.getByRole('button', { name: 'Create token' }).click();
  await dialog.getByText('scopes must not be empty').waitFor();
  await dialog.getByLabel('clients:read').check();
  expect(await accessibilityViolations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Create token' }).click();

  const once = page.getByRole('dialog', { name: 'Personal access token created' });
  const token = await once.getByLabel('Token', { exact: true }).inputValue();
  expect(await accessibilityViolations(page)).toEqual([]);
  await once.getByRole('button', { name: 'Done' }).click();
  expect(await everythingKept(page)).not.toContain(token);
  const program = new ApiCaller(app().url);
  expect((await program.get('/v1/clients', bearer(token))).status).toBe(200);

  const tokens = page.getByRole('table', { name: 'Personal access tokens' });
  await tokens.getByText('Active').waitFor();
  await tokens.getByRole('button', { name: 'Revoke Nightly report' }).click();
  await page.getByRole('button', { name: 'Revoke token' }).click();
  await page.getByText('Nightly report revoked.').waitFor();
  await tokens.getByText('Revoked').waitFor();
  expect((await program.get('/v1/clients', bearer(token))).status).toBe(401);
  expect(faults).toEqual([]);
  await page.context().close();
});

test('creating a token requires a recent sign-in', async () => {
  const { page, caller } = await openSignedIn(browser, app());
  await createToken(caller, ['usage:read']);
  await app().runSql(
    `update sessions set authenticated_at = now() - interval '10 minutes' where account_id = ?`,
    [caller.accountId],
  );
  await page.goto('/account');
  await page.getByRole('button', { name: 'Create token' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create personal access token' });
  await dialog.getByLabel('Name').fill('Late');
  await dialog.getByLabel('usage:read').check();
  await dialog.getByRole('button', { name: 'Create token' }).click();
  const again = page.getByRole('dialog', { name: 'Sign in again to continue' });
  expect(await accessibilityViolations(page)).toEqual([]);
  await again.getByRole('button', { name: 'Cancel' }).click();
  await dialog.getByText('This needs a sign-in within the last 10 minutes.').waitFor();
  expect(await dialog.getByLabel('Name').inputValue()).toBe('Late');

  await dialog.getByRole('button', { name: 'Create token' }).click();
  await again.getByLabel('Password').fill('not the password');
  await again.getByRole('button', { name: 'Sign in', exact: true }).click();
  await again.getByText('The password is wrong.').waitFor();
  await again.getByLabel('Password').fill(PASSWORD);
  await again.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('dialog', { name: 'Personal access token created' }).waitFor();
  expect(await again.count()).toBe(0);
  await page.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('table', { name: 'Personal access tokens' }).getByText('Late').waitFor();
  // The new session has replaced the old one.
  await caller.post('/v1/sessions', { email: caller.email, password: PASSWORD });
  const { body } = await caller.get('/v1/sessions');
  expect((body as { data: unknown[] }).data).toHaveLength(2);
  await page.context().close();
});
