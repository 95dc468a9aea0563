import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Browser, type Page } from 'playwright-core';
import { PASSWORD } from '../../support/api-caller.js';
import { addTotp, forgetStep, totpCode } from '../../support/factors.js';
import { useTestApp } from '../../support/test-app.js';
import { openPage, startBrowser } from '../browser-session.js';
import { accessibilityViolations, everythingKept, openSignedIn } from './dashboard-session.js';

const app = useTestApp();
let browser: Browser;
beforeAll(async () => {
  browser = await startBrowser();
});
afterAll(() => browser.close());

async function signIn(page: Page, email: string): Promise<void> {
  await page.goto('/login?next=/account');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('heading', { name: 'Two-factor authentication' }).waitFor();
}

test('an authenticator app is added by QR code, accepts a code or a recovery code at sign-in, and is removed', async () => {
  const { page, faults, caller } = await openSignedIn(browser, app());
  await page.goto('/account');
  await page.getByText('You sign in with your password only.').waitFor();
  await page.getByRole('button', { name: 'Add authenticator app' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('Phone');
  await page.getByRole('button', { name: 'Continue' }).click();
  const dialog = page.getByRole('dialog', { name: 'Scan the QR code' });
  await dialog.getByRole('img', { name: 'QR code for the authenticator app' }).waitFor();
  expect(await accessibilityViolations(page)).toEqual([]);
  const secret = await dialog.getByRole('textbox', { name: 'Key, if you can' }).inputValue();
  await dialog.getByLabel('Code', { exact: true }).fill('12345');
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await dialog.getByText('The code is wrong. Enter the one that your app shows now.').waitFor();
  await dialog.getByLabel('Code', { exact: true }).fill(totpCode(secret));
  await dialog.getByRole('button', { name: 'Confirm' }).click();

  const once = page.getByRole('dialog', { name: 'Your recovery codes' });
  await once.waitFor();
  const codes = await once.getByRole('listitem').allTextContents();
  expect(codes).toHaveLength(10);
  expect(await accessibilityViolations(page)).toEqual([]);
  await once.getByRole('button', { name: 'Done' }).click();
  const kept = await everythingKept(page);
  for (const text of [secret, ...codes]) expect(kept).not.toContain(text);
  const factors = page.getByRole('table', { name: 'Two-factor authentication' });
  await factors.getByText('Phone').waitFor();
  await page.getByText('10 of 10 recovery codes left').scrollIntoViewIfNeeded();

  const other = await openPage(browser, app().url);
  await signIn(other.page, caller.email);
  expect(await accessibilityViolations(other.page)).toEqual([]);
  await other.page.getByLabel('Code').fill('000');
  await other.page.getByRole('button', { name: 'Verify' }).click();
  await other.page
    .getByText('The code is wrong. Enter the one that your app shows now. Each code works once.')
    .waitFor();
  expect(await other.page.getByRole('alert').count()).toBe(0);
  await other.page.getByRole('button', { name: 'Start again' }).click();
  await signIn(other.page, caller.email);
  await other.page.getByLabel('Code').fill(codes[0]);
  await other.page.getByRole('button', { name: 'Verify' }).click();
  await other.page.getByText('9 of 10 recovery codes left').waitFor();
  expect(new URL(other.page.url()).pathname).toBe('/account');
  await other.page.getByRole('button', { name: 'New recovery codes' }).click();
  await other.page.getByRole('button', { name: 'Create codes' }).click();
  await other.page.getByRole('button', { name: 'Done' }).click();
  await other.page.getByText('10 of 10 recovery codes left').waitFor();
  await other.page.getByRole('button', { name: 'Remove Phone' }).click();
  await other.page.getByRole('button', { name: 'Remove', exact: true }).click();
  await other.page.getByText('Phone removed.').waitFor();
  await other.page.getByText('You sign in with your password only.').waitFor();
  expect(faults).toEqual([]);
  for (const { context } of [page, other.page].map((each) => ({ context: each.context() })))
    await context.close();
});

test("the page after an identity provider's redirect, and the dialog of an ended session, ask for the code", async () => {
  const { page, caller } = await openSignedIn(browser, app());
  const { id, secret } = await addTotp(app(), caller);
  const { body } = await caller.post<{ token: string }>('/v1/sessions', {
    email: caller.email,
    password: PASSWORD,
  });
  const other = await openPage(browser, app().url);
  await other.page.goto(`/login?next=%2Fusage#token=${body.token}`);
  await other.page.getByLabel('Code').fill(totpCode(secret));
  expect(new URL(other.page.url()).hash).toBe('');
  await other.page.getByRole('button', { name: 'Verify' }).click();
  await other.page.getByRole('heading', { name: 'Usage', level: 1 }).waitFor();
  await other.page.context().close();

  await page.goto('/account');
  await page.getByRole('heading', { name: 'Two-factor authentication' }).waitFor();
  // Requests still pending would otherwise reveal the end of the session too early.
  await page.waitForLoadState('networkidle');
  await app().runSql('delete from sessions where account_id = ?', [caller.accountId]);
  await forgetStep(app(), id);
  await page.getByRole('button', { name: 'Create token' }).click();
  const form = page.getByRole('dialog', { name: 'Create personal access token' });
  await form.getByLabel('Name').fill('Kept');
  await form.getByLabel('usage:read').check();
  await form.getByRole('button', { name: 'Create token' }).click();
  const ended = page.getByRole('dialog', { name: 'Your session has ended' });
  await ended.getByLabel('Password').fill(PASSWORD);
  await ended.getByRole('button', { name: 'Sign in', exact: true }).click();
  await ended.getByLabel('Code').fill(totpCode(secret));
  await ended.getByRole('button', { name: 'Verify' }).click();
  await page.getByRole('dialog', { name: 'Personal access token created' }).waitFor();
  await page.context().close();
});
