import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Browser, type Page } from 'playwright-core';
import { PASSWORD, signedInCaller } from '../../support/api-caller.js';
import { freePort } from '../../support/free-port.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { openPage, startBrowser } from '../browser-session.js';
import { accessibilityViolations, everythingKept } from './dashboard-session.js';

let browser: Browser;
let app: TestApp;
let url: string;
beforeAll(async () => {
  // Passkeys are bound to domain names; an IP address can't have one.
  const port = await freePort();
  url = `http://localhost:${port}`;
  app = await startTestApp({ PORT: String(port), PUBLIC_URL: url });
  browser = await startBrowser();
});
afterAll(async () => {
  await browser.close();
  await app.close();
});

/** Adds Chromium's virtual authenticator, which verifies its user. */
async function addAuthenticator(page: Page) {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    setVerified: (isUserVerified: boolean) =>
      devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
    credentials: async () =>
      (await devtools.send('WebAuthn.getCredentials', { authenticatorId })).credentials,
  };
}

async function signInWithPassword(page: Page, email: string): Promise<void> {
  await page.goto('/login?next=/account');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

test('a passkey is added, signs in on its own and as a second factor, and is removed', async () => {
  const { email } = await signedInCaller(app);
  const { page, faults } = await openPage(browser, url);
  const authenticator = await addAuthenticator(page);
  await signInWithPassword(page, email);
  await page.getByText('You sign in with your password only.').waitFor();
  await page.getByRole('button', { name: 'Add passkey' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add passkey' });
  await dialog.getByLabel('Name').fill('Laptop');
  expect(await accessibilityViolations(page)).toEqual([]);
  await authenticator.setVerified(false);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await dialog.getByText('No passkey was used').waitFor();
  await authenticator.setVerified(true);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  const once = page.getByRole('dialog', { name: 'Your recovery codes' });
  await once.waitFor();
  const codes = await once.getByRole('listitem').allTextContents();
  expect(codes).toHaveLength(10);
  await once.getByRole('button', { name: 'Done' }).click();
  for (const code of codes) expect(await everythingKept(page)).not.toContain(code);
  const factors = page.getByRole('table', { name: 'Two-factor authentication' });
  await factors.getByText('Laptop').waitFor();
  expect(await accessibilityViolations(page)).toEqual([]);
  expect(await authenticator.credentials()).toMatchObject([
    { rpId: 'localhost', isResidentCredential: true, userName: email },
  ]);

  await page.getByRole('button', { name: 'Add passkey' }).click();
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await dialog.getByText('This device already has a passkey for your account').waitFor();
  await dialog.getByRole('button', { name: 'Cancel' }).click();

  await page.context().clearCookies();
  await page.goto('/login?next=/account');
  expect(await accessibilityViolations(page)).toEqual([]);
  await authenticator.setVerified(false);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await page.getByText('No passkey was used').waitFor();
  await authenticator.setVerified(true);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await factors.getByText('Laptop').waitFor();
  expect(new URL(page.url()).pathname).toBe('/account');

  await page.context().clearCookies();
  await signInWithPassword(page, email);
  await page.getByLabel('Recovery code').waitFor();
  expect(await accessibilityViolations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await factors.getByText('Laptop').waitFor();

  await page.getByRole('button', { name: 'Remove Laptop' }).click();
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  await page.getByText('You sign in with your password only.').waitFor();
  await page.context().clearCookies();
  await page.goto('/login');
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await page.getByText("The passkey can't sign in").waitFor();
  expect(faults).toEqual([]);
  await page.context().close();
});
