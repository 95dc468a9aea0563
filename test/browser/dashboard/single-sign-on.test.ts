import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Browser } from 'playwright-core';
import { signedInCaller } from '../../support/api-caller.js';
import { freePort } from '../../support/free-port.js';
import { startOpenIdIssuer, type OpenIdIssuer } from '../../support/openid-issuer.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { openPage, startBrowser } from '../browser-session.js';
import { accessibilityViolations, openSignedIn } from './dashboard-session.js';

const BUTTON = 'Continue with Example';

let issuer: OpenIdIssuer;
let app: TestApp;
let browser: Browser;
beforeAll(async () => {
  const PORT = String(await freePort());
  const PUBLIC_URL = `http://127.0.0.1:${PORT}`;
  issuer = await startOpenIdIssuer({ redirectUri: `${PUBLIC_URL}/v1/sessions/oidc/oidc/callback` });
  app = await startTestApp({ PORT, PUBLIC_URL, ...issuer.environment, OIDC_BUTTON: BUTTON });
  await signedInCaller(app);
  browser = await startBrowser();
});
afterAll(async () => {
  await browser.close();
  await app.close();
  await issuer.stop();
});

/** The faults other than the requests to the identity provider. */
const ours = (faults: string[]) => faults.filter((fault) => !fault.includes(issuer.issuer));

test('the button signs in and leads back to the requested page', async () => {
  const { page, faults } = await openPage(browser, app.url);
  await page.goto('/usage');
  await page.getByRole('link', { name: BUTTON }).click();
  await page.getByRole('heading', { name: 'Usage' }).waitFor();

  await page.goto('/account');
  const ways = page.getByRole('table', { name: 'Sign-in methods' });
  await ways.getByText(issuer.issuer).waitFor();
  await page.getByRole('button', { name: 'Sign in again' }).first().click();
  const again = page.getByRole('dialog', { name: 'Sign in again to continue' });
  expect(await again.getByLabel('Password').count()).toBe(0);
  const window = page.waitForEvent('popup');
  await again.getByRole('link', { name: BUTTON }).click();
  await again.waitFor({ state: 'detached' });
  await (await window).close();

  await page.getByRole('button', { name: 'Delete account' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' });
  await dialog.getByRole('button', { name: 'Delete account' }).click();
  await page.waitForURL('**/login');
  expect(ours(faults)).toEqual([]);
  await page.context().close();
});

test("an account without a password isn't asked for one when its session has ended", async () => {
  issuer.person = { sub: 'joan', email: 'joan@example.org' };
  const { page } = await openPage(browser, app.url);
  await page.goto('/account');
  await page.getByRole('link', { name: BUTTON }).click();
  await page.getByText("You don't have a password yet.").waitFor();
  await app.runSql(`delete from sessions where method = 'oidc'`);
  await page.getByRole('button', { name: 'Save' }).click();

  const dialog = page.getByRole('dialog', { name: 'Your session has ended' });
  await dialog.getByRole('link', { name: BUTTON }).waitFor();
  expect(await dialog.getByLabel('Password').count()).toBe(0);
  await page.context().close();
});

test('the sign-in page says what failed', async () => {
  issuer.denies = true;
  const { page, faults } = await openPage(browser, app.url);
  await page.goto('/login');
  await page.getByRole('link', { name: BUTTON }).click();

  await page.getByRole('alert').getByText('Sign-in cancelled').waitFor();
  expect(await accessibilityViolations(page)).toEqual([]);
  await page.goto('/login?problem=__proto__');
  await page.getByRole('alert').getByText('Sign-in failed').waitFor();
  expect(ours(faults)).toEqual([]);
  issuer.denies = false;
  await page.context().close();
});

test('a provider can be connected to one existing account only', async () => {
  issuer.person = { sub: 'grace', email: 'grace@example.org' };
  const { page, faults } = await openSignedIn(browser, app);
  await page.goto('/account');
  await page.getByRole('button', { name: BUTTON }).click();
  const ways = page.getByRole('table', { name: 'Sign-in methods' });
  await ways.getByText(issuer.issuer).waitFor();
  expect(await ways.getByRole('row').count()).toBe(1 + 2);
  expect(await accessibilityViolations(page)).toEqual([]);

  expect(await page.getByRole('button', { name: BUTTON }).count()).toBe(0);

  const other = await openSignedIn(browser, app);
  await other.page.goto('/account');
  await other.page.getByRole('button', { name: BUTTON }).click();
  await other.page.getByRole('alert').getByText('Already connected', { exact: true }).waitFor();
  expect(ours([...faults, ...other.faults])).toEqual([]);
  await page.context().close();
  await other.page.context().close();
});
