import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Browser } from 'playwright-core';
import { PASSWORD, signedInCaller } from '../../support/api-caller.js';
import { MailServer, textOf } from '../../support/mail-server.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { openPage, startBrowser } from '../browser-session.js';
import { everythingKept, openAs } from './dashboard-session.js';

const NEW = 'another quiet evening';

let mails: MailServer;
let app: TestApp;
let browser: Browser;
beforeAll(async () => {
  mails = await MailServer.start();
  app = await startTestApp({
    SMTP_URL: `smtp://127.0.0.1:${mails.port}?tls=off`,
    MAIL_FROM: 'Example Weather <weather@example.com>',
  });
  browser = await startBrowser();
});
afterAll(async () => {
  await browser.close();
  await app.close();
  await mails.stop();
});

test('a forgotten password is reset with the emailed link', async () => {
  const { email } = await signedInCaller(app);
  const { page, faults } = await openPage(browser, app.url);
  await page.goto('/login');
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  // The form before it has an address, too.
  await page.getByRole('button', { name: 'Send link' }).waitFor();
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Send link' }).click();
  await page.getByText('Check your inbox').waitFor();

  const [, link] = /(\/reset-password#token=\S+)/.exec(textOf(await mails.mail(0, 'Reset your password')))!;
  await page.goto(link);
  await page.getByLabel('New password').waitFor();
  expect(await everythingKept(page)).not.toContain(link.split('#token=')[1]);
  await page.getByLabel('New password').fill(NEW);
  await page.getByRole('button', { name: 'Set password' }).click();
  await page.getByText('Password changed').waitFor();
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(NEW);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('heading', { name: 'Overview' }).waitFor();
  expect(faults).toEqual([]);
  await page.context().close();
});

test('a new address takes effect once its link is opened, which requires the password in another browser', async () => {
  const caller = await signedInCaller(app);
  const email = `new.${caller.email}`;
  const { page, faults } = await openAs(browser, app, caller);
  await page.goto('/account');
  await page.getByText(`Open the link that we sent to ${caller.email}.`).waitFor();
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText(`until you open the link that we sent to ${email}.`).waitFor();

  const [, link] = /(\/verify-email#token=\S+)/.exec(
    textOf(await mails.mailTo(email, 'Verify your email address')),
  )!;
  const elsewhere = await openPage(browser, app.url);
  await elsewhere.page.goto(link);
  await elsewhere.page.getByLabel('Password').fill(PASSWORD);
  expect(await everythingKept(elsewhere.page)).not.toContain(link.split('#token=')[1]);
  await elsewhere.page.getByRole('button', { name: 'Verify' }).click();
  await elsewhere.page.getByText('Email address verified').waitFor();

  await page.reload();
  await page.getByRole('heading', { name: 'Profile' }).waitFor();
  expect(await page.getByLabel('Email').inputValue()).toBe(email);
  expect(await page.getByText('Your new email address').count()).toBe(0);
  expect([...faults, ...elsewhere.faults]).toEqual([]);
  await page.context().close();
  await elsewhere.page.context().close();
});

test('after signing in, the visitor returns to the emailed link', async () => {
  const { email } = await signedInCaller(app);
  const [, link] = /(\/verify-email#token=\S+)/.exec(
    textOf(await mails.mailTo(email, 'Verify your email address')),
  )!;
  const { page, faults } = await openPage(browser, app.url);
  await page.goto(link);
  await page.getByRole('link', { name: 'Sign in first' }).click();
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('button', { name: 'Verify' }).click();
  await page.getByRole('heading', { name: 'Profile' }).waitFor();
  expect(await page.getByText('Open the link that we sent').count()).toBe(0);
  expect(await everythingKept(page)).not.toContain(link.split('#token=')[1]);
  expect(faults).toEqual([]);
  await page.context().close();
});

test('a visitor signed in to another account can use the link with the right one', async () => {
  const { email } = await signedInCaller(app);
  const [, link] = /(\/verify-email#token=\S+)/.exec(
    textOf(await mails.mailTo(email, 'Verify your email address')),
  )!;
  const { page, faults } = await openAs(browser, app, await signedInCaller(app));
  await page.goto(link);
  await page.getByRole('button', { name: 'Verify' }).click();
  await page.getByLabel('Password').fill('some other password');
  await page.getByRole('button', { name: 'Verify' }).click();
  await page.getByText('The password is wrong.').waitFor();
  expect(await page.getByLabel('Email').count()).toBe(0);

  await page.getByRole('button', { name: 'Use another account' }).click();
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('button', { name: 'Verify' }).click();
  await page.getByRole('heading', { name: 'Profile' }).waitFor();
  expect(await page.getByText('Open the link that we sent').count()).toBe(0);
  expect(faults).toEqual([]);
  await page.context().close();
});
