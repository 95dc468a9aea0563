import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Browser } from 'playwright-core';
import { signedInCaller } from '../../support/api-caller.js';
import { freePort } from '../../support/free-port.js';
import {
  CLIENT_ID,
  CLIENT_SECRET,
  startOpenIdIssuer,
  type OpenIdIssuer,
} from '../../support/openid-issuer.js';
import { createOrganization } from '../../support/organization-caller.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { openPage, startBrowser } from '../browser-session.js';
import { accessibilityViolations, openSignedIn } from './dashboard-session.js';

let issuer: OpenIdIssuer;
let app: TestApp;
let browser: Browser;
beforeAll(async () => {
  const PORT = String(await freePort());
  app = await startTestApp({
    PORT,
    PUBLIC_URL: `http://127.0.0.1:${PORT}`,
    ALLOWED_NETWORKS: '127.0.0.1',
  });
  await signedInCaller(app);
  browser = await startBrowser();
});
afterAll(async () => {
  await browser.close();
  await app.close();
  await issuer.stop();
});

test("an owner sets up a company's identity provider, and its people sign in by their address", async () => {
  const { page, faults, caller } = await openSignedIn(browser, app);
  const id = await createOrganization(caller, 'Harbour Ltd');
  await caller.post(`/v1/organizations/${id}/domains`, { domain: 'harbour.example' });
  await page.goto(`/organizations/${id}?tab=sign-in`);
  await page.getByText('No identity provider yet.').waitFor();
  await page.getByRole('button', { name: 'Set up' }).click();
  const dialog = page.getByRole('dialog', { name: 'Single sign-on' });
  const redirectUri = await dialog.getByRole('textbox', { name: 'Redirect URI' }).inputValue();
  issuer = await startOpenIdIssuer({ redirectUri });
  issuer.person = {
    sub: 'ada',
    email: 'ada@harbour.example',
    email_verified: true,
    name: 'Ada',
    groups: ['dev'],
  };
  await dialog.getByLabel('Issuer').fill(issuer.issuer);
  await dialog.getByLabel('Client ID').fill(CLIENT_ID);
  await dialog.getByLabel('Client secret').fill(CLIENT_SECRET);
  await dialog.getByLabel('Become members at their first sign-in').check();
  await dialog.getByLabel('Groups claim').fill('groups');
  await dialog.getByLabel('Group roles').fill('dev = boss');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByText('one of admin, developer, viewer').waitFor();
  await dialog.getByLabel('Group roles').fill('dev = developer\nops = admin');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByText('The organization has no verified domain.').waitFor();
  await app.runSql('update organization_domains set verified_at = now()');
  expect(await accessibilityViolations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByText('dev: Developer, ops: Admin').waitFor();
  expect(await accessibilityViolations(page)).toEqual([]);
  expect(faults).toEqual([]);
  await page.context().close();

  const visitor = await openPage(browser, app.url);
  await visitor.page.goto('/login');
  await visitor.page.getByRole('button', { name: 'Sign in with your company' }).click();
  await visitor.page.getByLabel('Work email').fill('ada@example.org');
  await visitor.page.keyboard.press('Enter');
  await visitor.page.getByText('No single sign-on for this address').waitFor();
  expect(await accessibilityViolations(visitor.page)).toEqual([]);
  await visitor.page.getByLabel('Work email').fill('ada@harbour.example');
  await visitor.page.keyboard.press('Enter');
  await visitor.page.getByRole('heading', { name: 'Overview' }).waitFor();
  await visitor.page.goto('/account');
  await visitor.page.getByText('Your company signed you in').waitFor();
  expect(await accessibilityViolations(visitor.page)).toEqual([]);
  await visitor.page.context().clearCookies();
  await visitor.page.goto(`/login?organization=${id}&next=/usage`);
  await visitor.page.getByRole('link', { name: 'Continue with your company' }).click();
  await visitor.page.getByRole('heading', { name: 'Usage' }).waitFor();
  expect(visitor.faults.filter((fault) => !fault.includes(issuer.issuer))).toEqual([]);
  await visitor.page.context().close();
});
