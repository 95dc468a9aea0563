import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Browser, type Page } from 'playwright-core';
import { PASSWORD, signedInCaller } from '../../support/api-caller.js';
import { useTestApp } from '../../support/test-app.js';
import { openPage, startBrowser } from '../browser-session.js';
import { everythingKept, openSignedIn } from './dashboard-session.js';

const app = useTestApp();
let browser: Browser;
beforeAll(async () => {
  browser = await startBrowser();
});
afterAll(() => browser.close());

async function register(page: Page, values: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(values)) await page.getByLabel(label).fill(value);
  await page.getByRole('button', { name: 'Register' }).click();
}

async function signIn(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

test('a new user registers, signs in, and reaches the overview', async () => {
  const { page, faults } = await openPage(browser, app().url);
  await page.goto('/');
  await page.waitForURL('**/login');
  await page.getByRole('link', { name: 'Register' }).click();
  await register(page, {
    'Full name': 'Grace Example',
    Email: 'grace@example.com',
    Password: PASSWORD,
    Organization: 'Example Ltd',
  });

  await page.getByText('Account created').waitFor();
  expect(await page.getByLabel('Email').inputValue()).toBe('grace@example.com');
  await signIn(page, 'grace@example.com', PASSWORD);

  await page.getByRole('heading', { name: 'Overview' }).waitFor();
  await page.getByText('Welcome, Grace Example').waitFor();
  expect(faults).toEqual([]);
  await page.context().close();
});

test('registration errors are shown at their fields, and the input is kept', async () => {
  const { email } = await signedInCaller(app());
  const { page } = await openPage(browser, app().url);
  await page.goto('/register');
  await page.getByRole('button', { name: 'Register' }).click();
  expect(await page.getByText('This field is required.').count()).toBe(3);
  expect(await page.evaluate('document.activeElement.name')).toBe('full_name');

  await register(page, { 'Full name': 'Ada Example', Email: email, Password: 'password' });
  await page.locator('[name=password][aria-invalid=true]').waitFor();

  await register(page, { Password: PASSWORD });
  const notice = page.getByRole('alert');
  await notice.waitFor();
  expect(await notice.innerText()).toContain('email_taken');
  expect(await notice.innerText()).toMatch(/[0-9a-f-]{36}/);
  expect(await page.getByLabel('Full name').inputValue()).toBe('Ada Example');
  await page.context().close();
});

test('a wrong password is reported, and the requested page opens after the right one', async () => {
  const { email } = await signedInCaller(app());
  const { page } = await openPage(browser, app().url);
  await page.goto('/account');
  await signIn(page, email, 'not the password');
  await page.getByRole('alert').waitFor();
  expect(await page.getByRole('alert').innerText()).toContain('invalid_credentials');

  await signIn(page, email, PASSWORD);
  await page.getByRole('heading', { name: 'Account settings' }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/account');
  await page.context().close();
});

test('signing in never leads to another site', async () => {
  const { email } = await signedInCaller(app());
  const { page } = await openPage(browser, app().url);
  await page.goto('/login?next=%2F%2Fexample.com');
  await signIn(page, email, PASSWORD);
  await page.getByRole('heading', { name: 'Overview' }).waitFor();
  expect(new URL(page.url()).origin).toBe(app().url);
  await page.context().close();
});

test('three clicks lead from an empty account to a response, and no secret is kept', async () => {
  const { page, faults } = await openSignedIn(browser, app());
  await page.goto('/');
  await page.getByRole('button', { name: 'Create New Client' }).click();
  await page.getByRole('button', { name: 'Generate API key' }).click();
  await page.getByText('Trying it counts as a request from My client and uses 1 unit.').waitFor();
  await page.getByRole('button', { name: 'Try it' }).click();
  await page.getByText('200 OK').waitFor();

  const key = await page.getByLabel('API key', { exact: true }).inputValue();
  const secret = await page.getByLabel('client_secret', { exact: true }).inputValue();
  expect(key).toMatch(/^wx_\w{38}$/);
  expect(await page.getByRole('region', { name: 'Response' }).innerText()).toContain('"timelines"');
  const sample = await page.getByRole('region', { name: 'curl' }).innerText();
  expect(sample).toContain(`-H 'apikey: ${key}'`);
  const url = /'(http[^']+)'/.exec(sample)![1];
  expect((await fetch(url, { headers: { apikey: key } })).status).toBe(200);

  await page.getByRole('button', { name: /^Done/ }).click();
  await page.getByText('My client').waitFor();
  const kept = await everythingKept(page);
  expect(kept).not.toContain(key);
  expect(kept).not.toContain(secret);
  expect(app().logLines.join('\n')).not.toContain(key);
  expect(faults).toEqual([]);
  await page.context().close();
});

test("a lost password is reset with an administrator's link", async () => {
  const caller = await signedInCaller(app());
  const { page, faults } = await openPage(browser, app().url);
  await app().runSql('update accounts set role = ? where id = ?', ['admin', caller.accountId]);
  const lost = await signedInCaller(app());
  const { body } = await caller.post<{ url: string }>(`/v1/accounts/${lost.accountId}/password-reset`);
  const { pathname, hash } = new URL(body.url);

  await page.goto(pathname + hash);
  await page.getByLabel('New password').waitFor();
  expect(await everythingKept(page)).not.toContain(hash.slice('#token='.length));
  await page.getByLabel('New password').fill('another quiet evening');
  await page.getByRole('button', { name: 'Set password' }).click();
  await page.getByText('Password changed').waitFor();
  await signIn(page, lost.email, 'another quiet evening');
  await page.getByRole('heading', { name: 'Overview' }).waitFor();
  expect(faults).toEqual([]);
  await page.context().close();
});
