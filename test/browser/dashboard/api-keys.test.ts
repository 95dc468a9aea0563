import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Browser } from 'playwright-core';
import { createApiKey, createClient } from '../../support/api-caller.js';
import { useTestApp } from '../../support/test-app.js';
import { startBrowser } from '../browser-session.js';
import { everythingKept, openSignedIn } from './dashboard-session.js';

const app = useTestApp({ MAX_KEYS_PER_CLIENT: '2' });
let browser: Browser;
beforeAll(async () => {
  browser = await startBrowser();
});
afterAll(() => browser.close());

const forecast = (key: string) =>
  fetch(`${app().url}/v1/weather/forecast?lat=52.2&lon=21&fields=temperature`, { headers: { apikey: key } });

test("a new key with scopes and addresses works, and isn't kept after the dialog closes", async () => {
  const { page, caller, faults } = await openSignedIn(browser, app());
  const clientId = await createClient(caller);
  await page.goto(`/clients/${clientId}`);
  await page.getByText('No API keys yet').waitFor();
  await page.getByRole('button', { name: 'Generate API key' }).click();
  const dialog = page.getByRole('dialog', { name: 'Generate API key' });
  await dialog.getByLabel('Name').fill('Website');
  await dialog.getByLabel('forecast:batch').uncheck();
  await dialog.getByLabel('Allowed IP addresses').fill('127.0.0.1\nnowhere');
  await dialog.getByRole('button', { name: 'Generate API key' }).click();
  await dialog.locator('[name=allowed_ips][aria-invalid=true]').waitFor();
  await dialog.getByLabel('Allowed IP addresses').fill('127.0.0.1\n2001:db8::/32');
  await dialog.getByLabel('Expires at').fill('2035-05-01T12:00');
  await dialog.getByRole('button', { name: 'Generate API key' }).click();

  const key = await page.getByLabel('API key', { exact: true }).inputValue();
  expect((await forecast(key)).status).toBe(200);
  await page.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('cell', { name: /^Website/ }).waitFor();
  expect(await everythingKept(page)).not.toContain(key);
  const { body } = await caller.get<{ data: unknown[] }>(`/v1/clients/${clientId}/api-keys`);
  expect(body.data).toMatchObject([
    { name: 'Website', scopes: ['forecast:read'], allowed_ips: ['127.0.0.1', '2001:db8::/32'] },
  ]);
  expect(faults).toEqual([]);
  await page.context().close();
});

test('a key can be generated only after the scopes have loaded', async () => {
  const { page, caller } = await openSignedIn(browser, app());
  const clientId = await createClient(caller);
  const loading = Promise.withResolvers<void>();
  await page.route('**/v1/scopes', async (route) => {
    await loading.promise;
    await route.continue();
  });
  await page.goto(`/clients/${clientId}`);
  await page.getByRole('button', { name: 'Generate API key' }).click();
  const dialog = page.getByRole('dialog', { name: 'Generate API key' });
  await dialog.getByLabel('Name').fill('Early');
  const generate = dialog.getByRole('button', { name: 'Generate API key' });
  expect(await generate.isDisabled()).toBe(true);

  loading.resolve();
  await generate.click();
  await page.getByLabel('API key', { exact: true }).waitFor();
  await page.context().close();
});

test('a rotated key works until it is revoked', async () => {
  const { page, caller, faults } = await openSignedIn(browser, app());
  const clientId = await createClient(caller);
  const old = await createApiKey(caller, clientId, { name: 'Server' });
  await page.goto('/api-keys');
  await page.getByRole('button', { name: 'Actions for Server' }).click();
  await page.getByRole('menuitem', { name: 'Rotate' }).click();
  await page.getByText('Update your programs').waitFor();
  await page.getByLabel('Current key expires').selectOption('In 1 hour');
  await page.getByRole('dialog').getByRole('button', { name: 'Rotate' }).click();
  const key = await page.getByLabel('API key', { exact: true }).inputValue();
  await page.getByRole('button', { name: 'Done' }).click();
  expect([(await forecast(key)).status, (await forecast(old.key)).status]).toEqual([200, 200]);

  const row = page.getByRole('row').filter({ hasText: 'Rotating' });
  await row.getByRole('button', { name: 'Actions for Server' }).click();
  await page.getByRole('menuitem', { name: 'Revoke' }).click();
  await page.getByText('are rejected immediately', { exact: false }).waitFor();
  await page.getByRole('button', { name: 'Revoke key' }).click();
  await page.getByText('Server revoked.').waitFor();
  expect([(await forecast(key)).status, (await forecast(old.key)).status]).toEqual([200, 401]);
  await page.getByRole('cell', { name: /^Revoked/ }).waitFor();
  expect(faults).toEqual([]);
  await page.context().close();
});

test('a key is renamed and its allowed addresses are changed', async () => {
  const { page, caller, faults } = await openSignedIn(browser, app());
  const clientId = await createClient(caller);
  const { id, key } = await createApiKey(caller, clientId, { name: 'Station' });
  await page.goto(`/api-keys?client=${clientId}`);
  await page.getByRole('button', { name: 'Actions for Station' }).click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit Station' });
  await dialog.getByLabel('Name').fill('Station 2');
  await dialog.getByLabel('Allowed IP addresses').fill('203.0.113.0/24');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('cell', { name: /^Station 2/ }).waitFor();
  expect((await caller.get(`/v1/clients/${clientId}/api-keys/${id}`)).body).toMatchObject({
    name: 'Station 2',
    allowed_ips: ['203.0.113.0/24'],
    expires_at: null,
  });
  expect((await forecast(key)).status).toBe(403);
  expect(faults).toEqual([]);
  await page.context().close();
});

test('the number of keys is limited, and the dialog says so', async () => {
  const { page, caller } = await openSignedIn(browser, app());
  const clientId = await createClient(caller);
  await createApiKey(caller, clientId);
  await createApiKey(caller, clientId);
  await page.goto(`/clients/${clientId}`);
  await page.getByRole('button', { name: 'Generate API key' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('One too many');
  await dialog.getByRole('button', { name: 'Generate API key' }).click();
  await dialog.getByRole('alert').getByRole('link', { name: 'conflict' }).waitFor();
  await page.context().close();
});

test('a request over the limit is reported with the time to wait', async () => {
  const { page, caller } = await openSignedIn(browser, app());
  const clientId = await createClient(caller, { rate_limits: { day: 1 } });
  await page.goto(`/clients/${clientId}`);
  await page.getByRole('button', { name: 'Generate API key' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('Busy');
  await page.getByRole('dialog').getByRole('button', { name: 'Generate API key' }).click();
  await page.getByRole('button', { name: 'Try it' }).click();
  await page.getByText('200 OK').waitFor();
  await page.getByRole('button', { name: 'Try it' }).click();
  const notice = page.getByRole('alert');
  await notice.getByText('quota_exceeded').waitFor();
  expect(await notice.innerText()).toMatch(/Try again in \d+ (s|minutes)/);
  await page.getByRole('button', { name: 'Done' }).click();
  await page.getByText('1 of 1', { exact: true }).waitFor();
  await page.context().close();
});
