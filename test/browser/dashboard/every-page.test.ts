import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type Browser, type Page } from 'playwright-core';
import { createApiKey, createClient, type SignedInCaller, signedInCaller } from '../../support/api-caller.js';
import { createOrganization, newMember } from '../../support/organization-caller.js';
import { useTestApp } from '../../support/test-app.js';
import { startBrowser } from '../browser-session.js';
import { accessibilityViolations, openAs } from './dashboard-session.js';

const app = useTestApp();
let browser: Browser;
let empty: SignedInCaller;
let busy: SignedInCaller;
let clientId: string;
let longId: string;
let organizationId: string;
beforeAll(async () => {
  browser = await startBrowser();
  busy = await signedInCaller(app());
  empty = await signedInCaller(app());
  const long = await busy.post<{ id: string }>('/v1/accounts', {
    full_name: `${'W'.repeat(60)} Long`,
    email: `${'long-'.repeat(12)}name@${'long-'.repeat(12)}domain.example.com`,
    password: 'quiet morning in may',
    organization: 'O'.repeat(100),
  });
  longId = long.body.id;
  organizationId = await createOrganization(busy, 'W'.repeat(100));
  for (const role of ['owner', 'viewer'] as const) await newMember(app(), busy, organizationId, role);
  clientId = await createClient(busy, { name: 'W'.repeat(100), description: 'long '.repeat(99) });
  for (const name of ['Website', 'x'.repeat(100)])
    await createApiKey(busy, clientId, { name, allowed_ips: ['2001:db8:1234:5678::/64', '203.0.113.7'] });
});
afterAll(() => browser.close());

const PAGES = [
  '/',
  '/clients',
  '/clients/:client',
  '/api-keys',
  '/reference',
  '/organizations',
  '/organizations/:organization',
  '/account',
  '/usage',
  '/webhooks',
  '/webhooks/whk_01ARZ3NDEKTSV4RRFFQ69G5FAV:missing',
  '/forecast',
  '/forecast/request',
  '/accuracy',
  '/accuracy?lat=52&lon=21',
  '/admin',
  '/admin/mail',
  '/admin/service',
  '/admin/accounts/:account',
  '/admin/accounts/:long',
  '/clients/cli_01ARZ3NDEKTSV4RRFFQ69G5FAV:missing',
  '/admin/accounts/acc_01ARZ3NDEKTSV4RRFFQ69G5FAV:missing',
];
const START_PAGES = [
  '/login',
  '/register',
  '/reset-password',
  '/reset-password#token=x',
  '/verify-email',
  '/verify-email#token=x',
  '/accept-invitation',
  '/accept-invitation#token=x',
  '/sign-in',
  '/sign-in#token=x',
];

/** Adds up how far things move while a page loads, as browsers rate it: 0.1 is where users begin to notice. */
const WATCH_SHIFTS = `globalThis.shifted = 0;
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) shifted += value;
  }).observe({ type: 'layout-shift', buffered: true });`;

const MOST_SHIFTED = 0.05;
/** Pages whose first card is as high as what it loads, with what they may still move. */
const SHIFTED_MORE = new Map([
  ['/', 0.25],
  ['/usage', 0.1],
  ['/accuracy', 0.15],
  ['/accuracy?lat=52&lon=21', 0.15],
]);

async function openWhole(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.locator('h1').waitFor();
  await page.getByRole('status', { name: 'Loading' }).first().waitFor({ state: 'detached' });
  await page.waitForLoadState('networkidle');
}

/** Colors don't depend on the width, and whether the content fits doesn't depend on the colors. */
const LOOKS = [
  ['light', 1440],
  ['dark', 360],
] as const;

describe.each(LOOKS)('in the %s scheme, at %i pixels', (colorScheme, width) => {
  const look = { colorScheme, viewport: { width, height: 900 } };

  test.each(START_PAGES)('%s is accessible and fits', async (path) => {
    const stranger = Object.assign(await signedInCaller(app()), { cookie: 'session=none' });
    const { page, faults } = await openAs(browser, app(), stranger, look);
    await openWhole(page, path);
    expect(await page.locator('h1').count()).toBe(1);
    expect(await accessibilityViolations(page)).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
    expect(faults).toEqual([]);
    await page.context().close();
  });

  test.each(PAGES)('%s is accessible and fits, with no data and with much', async (path) => {
    for (const caller of path.includes(':') ? [busy] : [empty, busy]) {
      const { page, faults } = await openAs(browser, app(), caller, look);
      await page.addInitScript(WATCH_SHIFTS);
      const address = path
        .replace(':client', clientId)
        .replace(':account', busy.accountId)
        .replace(':organization', organizationId);
      await openWhole(page, address.replace(':long', longId).replace(':missing', ''));
      expect(await page.evaluate('shifted')).toBeLessThanOrEqual(SHIFTED_MORE.get(path) ?? MOST_SHIFTED);
      expect(await page.locator('h1').count()).toBe(1);
      expect(await accessibilityViolations(page)).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
      expect(faults).toEqual([]);
      await page.context().close();
    }
  });

  test('the dialogs and the expanded operations are accessible', async () => {
    const { page, faults } = await openAs(browser, app(), busy, { colorScheme });
    await page.goto(`/clients/${clientId}`);
    for (const name of ['Edit', 'Edit limits', 'Rotate secret', 'Delete client', 'Generate API key']) {
      await page.getByRole('button', { name }).first().click();
      await page.getByRole('dialog').waitFor();
      expect([name, await accessibilityViolations(page)]).toEqual([name, []]);
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    }
    await page.getByRole('button', { name: 'Actions for Website' }).click();
    await page.getByRole('menuitem', { name: 'Rotate' }).waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.goto('/reference');
    await page.locator('[id$="-getForecast"] .opblock-summary-control').click();
    await page.getByRole('region', { name: 'curl' }).waitFor();
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await page.locator('.live-responses-table').waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    for (const name of ['Metrics and units', 'Weather codes', 'Errors']) {
      await page.getByRole('tab', { name }).click();
      expect([name, await accessibilityViolations(page)]).toEqual([name, []]);
    }
    expect(faults).toEqual([]);
    await page.context().close();
  });
});
