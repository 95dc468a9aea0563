import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Browser } from 'playwright-core';
import { createClient, signedInCaller } from '../../support/api-caller.js';
import { useTestApp } from '../../support/test-app.js';
import { startBrowser } from '../browser-session.js';
import { everythingKept, openSignedIn } from './dashboard-session.js';

const app = useTestApp({ MAX_CLIENTS_PER_ACCOUNT: '2', DEFAULT_RATE_LIMITS: undefined });
let browser: Browser;
beforeAll(async () => {
  browser = await startBrowser();
  // The first account of a service is its administrator, to whom no ceiling applies.
  await signedInCaller(app());
});
afterAll(() => browser.close());

test('a client is created with its limits, listed, and its secret shown once', async () => {
  const { page, caller, faults } = await openSignedIn(browser, app());
  await page.goto('/clients');
  await page.getByRole('button', { name: 'Create New Client' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Create New Client' });
  await dialog.getByLabel('Name').fill('Harbour display');
  await dialog.getByLabel('Description').fill('The screen at the pier');
  await dialog.getByText('Limits', { exact: true }).click();
  await dialog.getByLabel('Units per day').fill('many');
  await dialog.getByRole('button', { name: 'Create New Client' }).click();
  await dialog.locator('[name="rate_limits.day"][aria-invalid=true]').waitFor();
  await dialog.getByLabel('Units per day').fill('1000');
  await dialog.getByRole('button', { name: 'Create New Client' }).click();

  const created = page.getByRole('dialog', { name: 'Harbour display created' });
  const id = await created.getByLabel('client_id', { exact: true }).inputValue();
  const secret = await created.getByLabel('client_secret', { exact: true }).inputValue();
  await created.getByText('usage:read').waitFor();
  await created.getByText('1,000 / day').waitFor();
  await page.keyboard.press('Escape');
  expect(await created.isVisible()).toBe(true);
  await created.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('link', { name: 'Harbour display' }).waitFor();
  expect(await everythingKept(page)).not.toContain(secret);
  expect((await caller.get(`/v1/clients/${id}`)).body).toMatchObject({
    description: 'The screen at the pier',
    rate_limits: { day: 1000 },
  });
  expect(faults).toEqual([]);
  await page.context().close();
});

test('a refused limit expands the collapsed limits and is reported at its field', async () => {
  const { page } = await openSignedIn(browser, app());
  await page.goto('/clients');
  await page.getByRole('button', { name: 'Create New Client' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Too fast');
  await dialog.getByText('Limits', { exact: true }).click();
  expect(await dialog.getByLabel('Units per day').getAttribute('placeholder')).toMatch(/^50.000$/);
  await dialog.getByLabel('Requests per second').fill('11');
  await dialog.getByText('Limits', { exact: true }).click();
  await dialog.getByRole('button', { name: 'Create New Client' }).click();
  await dialog.getByText('The limit per second can be at most 10.', { exact: false }).waitFor();
  expect(await page.evaluate('document.activeElement.name')).toBe('rate_limits.second');
  expect(await dialog.getByRole('alert').count()).toBe(0);
  await page.context().close();
});

test('the number of clients is limited, and the dialog says so', async () => {
  const { page, caller } = await openSignedIn(browser, app());
  await createClient(caller);
  await createClient(caller);
  await page.goto('/clients');
  await page.getByRole('button', { name: 'Create New Client' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('One too many');
  await dialog.getByRole('button', { name: 'Create New Client' }).click();
  await dialog.getByRole('alert').getByRole('link', { name: 'conflict' }).waitFor();
  expect(await dialog.getByLabel('Name').inputValue()).toBe('One too many');
  await page.context().close();
});

test('a client is renamed, its secret and limits are changed, and it is deleted by typing its name', async () => {
  const { page, caller, faults } = await openSignedIn(browser, app());
  const id = await createClient(caller, { name: 'First name' });
  await page.goto(`/clients/${id}`);

  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('Second name');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('heading', { name: 'Second name' }).waitFor();

  await page.getByRole('button', { name: 'Edit limits' }).click();
  await page.getByRole('dialog').getByLabel('Requests per second').fill('3');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('0 of 3', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Edit limits' }).click();
  await page.getByRole('dialog').getByText('Default: 10', { exact: true }).waitFor();
  await page.getByRole('dialog').getByLabel('Requests per second').fill('1000');
  await page.getByRole('dialog').getByLabel('Units per day').fill('');
  await page.getByRole('button', { name: 'Save' }).click();
  for (const name of ['rate_limits.second', 'rate_limits.day'])
    await page.locator(`[name="${name}"][aria-invalid=true]`).waitFor();
  await page.getByText('The limit per second can be at most 10.', { exact: false }).waitFor();
  await page.getByRole('button', { name: 'Cancel' }).click();

  await page.getByRole('button', { name: 'Rotate secret' }).click();
  await page.getByText('Programs that still use the current secret').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Rotate secret' }).click();
  const secret = await page.getByLabel('client_secret', { exact: true }).inputValue();
  await page.getByRole('button', { name: 'Done' }).click();
  expect(await everythingKept(page)).not.toContain(secret);
  const basic = `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`;
  const keys = await fetch(`${app().url}/v1/clients/${id}/api-keys`, { headers: { authorization: basic } });
  expect(keys.status).toBe(200);

  await page.getByRole('button', { name: 'Delete client' }).click();
  const dialog = page.getByRole('dialog');
  const confirm = dialog.getByRole('button', { name: 'Delete client' });
  expect(await confirm.isDisabled()).toBe(true);
  await dialog.getByRole('textbox').fill('Second name');
  await confirm.click();
  await page.waitForURL('**/clients');
  await page.getByText('Second name deleted.').waitFor();
  expect((await caller.get(`/v1/clients/${id}`)).status).toBe(404);
  expect(faults).toEqual([]);
  await page.context().close();
});

test("another account's client is reported as not found", async () => {
  const { caller } = await openSignedIn(browser, app());
  const id = await createClient(caller);
  const { page } = await openSignedIn(browser, app());
  await page.goto(`/clients/${id}`);
  await page.getByRole('alert').getByText('not_found').waitFor();
  await page.context().close();
});
