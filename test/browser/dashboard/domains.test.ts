import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Browser } from 'playwright-core';
import { type DnsServer, startDnsServer } from '../../support/dns-server.js';
import { createOrganization } from '../../support/organization-caller.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { startBrowser } from '../browser-session.js';
import { accessibilityViolations, openAs, openSignedIn } from './dashboard-session.js';

let dns: DnsServer;
let app: TestApp;
let browser: Browser;
beforeAll(async () => {
  dns = await startDnsServer();
  app = await startTestApp({ DNS_SERVERS: dns.address });
  browser = await startBrowser();
});
afterAll(async () => {
  await browser.close();
  await app.close();
  dns.stop();
});

test('an owner adds a domain, publishes its record, verifies it and removes it', async () => {
  const { page, faults, caller } = await openSignedIn(browser, app);
  const id = await createOrganization(caller, 'Harbour Ltd');
  await page.goto(`/organizations/${id}?tab=sign-in`);
  await page.getByText('No domains yet.').waitFor();
  await page.getByRole('button', { name: 'Add domain' }).click();
  await page.keyboard.type('co.uk');
  await page.keyboard.press('Enter');
  await page.getByText('domain must not be a public suffix').waitFor();
  await page.getByRole('textbox', { name: 'Domain' }).fill('Harbour.example');
  await page.keyboard.press('Enter');

  const dialog = page.getByRole('dialog', { name: 'Verify harbour.example' });
  const name = await dialog.getByRole('textbox', { name: 'Name' }).inputValue();
  const value = await dialog.getByRole('textbox', { name: 'Value' }).inputValue();
  expect(name).toBe('_weather-forecast-service.harbour.example');
  await dialog.getByRole('button', { name: 'Verify' }).click();
  await dialog.getByText('has no TXT record with this value yet').waitFor();
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await page.getByText('Not verified').waitFor();

  dns.records.set(name, [value]);
  await page.getByRole('button', { name: 'Verify harbour.example' }).click();
  await dialog.getByRole('button', { name: 'Verify' }).click();
  const table = page.getByRole('table', { name: 'Domains' });
  await table.getByText('Verified', { exact: true }).waitFor();
  await page.getByRole('tab', { name: 'Audit trail' }).click();
  await page.getByText('Domain verified').waitFor();
  await page.getByRole('tab', { name: 'Sign-in' }).click();
  await page.getByRole('button', { name: 'Show record for harbour.example' }).click();
  await page.getByRole('dialog', { name: 'DNS record for harbour.example' }).waitFor();
  expect(await page.getByRole('textbox', { name: 'Value' }).inputValue()).toBe(value);
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Remove harbour.example' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await page.getByText('No domains yet.').waitFor();
  expect(faults).toEqual([]);
  await page.context().close();
});

test.each([
  ['light', 1280],
  ['dark', 390],
] as const)('the DNS record is accessible in the %s scheme, %s pixels wide', async (colorScheme, width) => {
  const { caller } = await openSignedIn(browser, app);
  const id = await createOrganization(caller, 'Harbour Ltd');
  await caller.post(`/v1/organizations/${id}/domains`, {
    domain: 'a-rather-long-name-of-a-harbour.example.com',
  });
  const viewport = { width, height: 844 };
  const { page, faults } = await openAs(browser, app, caller, { colorScheme, viewport });
  await page.goto(`/organizations/${id}?tab=sign-in`);
  await page.getByRole('button', { name: 'Verify a-rather' }).click();
  await page.getByRole('dialog').waitFor();
  expect(await accessibilityViolations(page)).toEqual([]);
  const overflow = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
  expect(await page.evaluate(overflow)).toBeLessThanOrEqual(0);
  expect(faults).toEqual([]);
  await page.context().close();
});
