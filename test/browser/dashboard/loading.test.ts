import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Browser } from 'playwright-core';
import { createClient } from '../../support/api-caller.js';
import { useTestApp } from '../../support/test-app.js';
import { startBrowser } from '../browser-session.js';
import { openSignedIn } from './dashboard-session.js';

const app = useTestApp();
let browser: Browser;
beforeAll(async () => {
  browser = await startBrowser();
});
afterAll(() => browser.close());

test('a loading text is shown until the session is known', async () => {
  const { page, faults } = await openSignedIn(browser, app());
  let answer: (() => void) | undefined;
  const isAsked = new Promise<void>((resolve) => (answer = resolve));
  await page.route('**/v1/sessions/current', async (route) => {
    await isAsked;
    await route.continue();
  });
  await page.goto('/');
  await page.getByRole('status').getByText('Loading').waitFor();
  answer?.();
  await page.getByRole('heading', { name: 'Overview' }).waitFor();
  expect(await page.getByText('Loading…').count()).toBe(0);
  expect(faults).toEqual([]);
  await page.context().close();
});

test('the navigation appears with the first view, and stays while the service is unreachable', async () => {
  const { page } = await openSignedIn(browser, app());
  const links = page.getByRole('navigation', { name: 'Main' }).getByRole('link');
  let answer: (() => void) | undefined;
  const isAsked = new Promise<void>((resolve) => (answer = resolve));
  await page.route('**/v1/dashboard/pages', async (route) => {
    await isAsked;
    await route.continue();
  });
  const asked = page.waitForRequest('**/v1/dashboard/pages');
  await page.goto('/');
  await asked;
  await page.getByRole('status').getByText('Loading').waitFor();
  expect(await page.getByRole('navigation').count()).toBe(0);
  answer?.();
  await page.getByRole('navigation', { name: 'Main' }).waitFor();
  expect(await links.count()).toBe(10);

  await page.context().setOffline(true);
  await links.filter({ hasText: 'API reference' }).click();
  await page.getByRole('heading', { name: 'Service unreachable' }).waitFor();
  expect(await links.count()).toBe(10);
  await page.context().close();
});

test.each(['/reference', '/'])(
  'a page opened offline from %s loads once the service is back',
  async (path) => {
    const { page } = await openSignedIn(browser, app());
    await page.goto(path);
    await page.locator('h1').waitFor();
    await page.context().setOffline(true);
    await page.getByRole('link', { name: 'Account settings' }).first().click();
    await page.getByRole('heading', { name: 'Service unreachable' }).waitFor();
    await page.context().setOffline(false);
    await page.getByRole('heading', { name: 'Account settings' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/account');
    await page.context().close();
  },
);

test('a page opened without the service loads once the service responds', async () => {
  const { page } = await openSignedIn(browser, app());
  await page.route('**/v1/sessions/current', (route) => route.abort());
  await page.goto('/');
  await page.getByRole('heading', { name: 'Service unreachable' }).waitFor();
  await page.unroute('**/v1/sessions/current');
  await page.getByRole('heading', { name: 'Overview' }).waitFor();
  await page.context().close();
});

test('on a phone, a client takes two lines', async () => {
  const { page, caller } = await openSignedIn(browser, app(), { viewport: { width: 390, height: 800 } });
  await createClient(caller, { name: 'Harbour display', description: 'The screen at the pier' });
  await page.goto('/clients');
  const box = await page.getByRole('row').filter({ hasText: 'Harbour display' }).boundingBox();
  expect(box!.height).toBeLessThan(80);
  await page.context().close();
});

const AWAY = {
  type: 'about:blank',
  title: 'The service is not available',
  status: 503,
  code: 'service_unavailable',
  detail: 'The database is away.',
};

test.each(['/reference', '/forecast/request'])(
  "%s says that the clients can't be loaded, not that there are none",
  async (path) => {
    const { page } = await openSignedIn(browser, app());
    await page.route('**/v1/clients?*', (route) =>
      route.fulfill({ status: 503, contentType: 'application/problem+json', body: JSON.stringify(AWAY) }),
    );
    await page.goto(path);
    await page.getByText('The database is away.').waitFor();
    expect(await page.getByText('Create a client to', { exact: false }).count()).toBe(0);
    await page.context().close();
  },
);

test("if its report can't be loaded, the usage page shows errors instead of loading indicators", async () => {
  const { page, caller } = await openSignedIn(browser, app());
  await createClient(caller);
  await page.route(/\/v1\/usage\?/, (route) =>
    route.fulfill({ status: 503, contentType: 'application/problem+json', body: JSON.stringify(AWAY) }),
  );
  await page.goto('/usage');
  await page.getByText('The database is away.').first().waitFor();
  const busiest = page
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: 'Busiest clients' }) });
  await busiest.getByText('The database is away.').waitFor();
  await page.locator('div.animate-pulse').first().waitFor({ state: 'detached' });
  await page.context().close();
});
