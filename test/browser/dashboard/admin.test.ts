import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Browser } from 'playwright-core';
import {
  ApiCaller,
  createApiKey,
  createClient,
  PASSWORD,
  type SignedInCaller,
  signedInCaller,
} from '../../support/api-caller.js';
import { IngestStatusesService } from '../../../src/ingest/status/ingest-statuses.service.js';
import type { components } from '../../../openapi/openapi.js';
import { publishRun } from '../../support/published-run.js';
import { useTestApp } from '../../support/test-app.js';
import { startBrowser, type WatchedPage } from '../browser-session.js';
import { accessibilityViolations, everythingKept, openAs } from './dashboard-session.js';

type Runs = components['schemas']['Runs'];

const app = useTestApp();
let browser: Browser;
let admin: SignedInCaller;
beforeAll(async () => {
  browser = await startBrowser();
  admin = await signedInCaller(app());
  await publishRun(app());
});
afterAll(() => browser.close());

const open = (caller: SignedInCaller): Promise<WatchedPage> =>
  openAs(browser, app(), caller, { locale: 'en-GB' });

/** Registers another account and opens the administrator's page for it. */
async function openMember() {
  const member = await signedInCaller(app());
  const opened = await open(admin);
  await opened.page.goto(`/admin/accounts/${member.accountId}`);
  await opened.page.getByText(member.accountId).first().waitFor();
  return { ...opened, member };
}

test('a member is told that these pages are for administrators', async () => {
  const { page, faults } = await open(await signedInCaller(app()));
  await page.goto('/admin');
  await page.getByText('Administrators only').waitFor();
  expect(await page.getByRole('link', { name: 'Administration' }).count()).toBe(0);
  expect(await page.getByText('needs attention').count()).toBe(0);
  expect(faults).toEqual([]);
  await page.context().close();
});

test('accounts are searched, filtered by status, and opened', async () => {
  const member = await signedInCaller(app());
  const { page, faults } = await open(admin);
  await page.goto('/admin');
  const rows = page.getByRole('table', { name: 'Accounts' }).getByRole('row');
  await page.getByLabel('Search').fill(member.email);
  await page.waitForURL(/query=/);
  await rows.nth(1).getByText(member.email).waitFor();
  await rows.nth(2).waitFor({ state: 'detached' });
  await page.getByLabel('Status').selectOption('disabled');
  await page.getByText('No matching accounts').waitFor();
  await page.getByLabel('Status').selectOption('All');
  await page.getByRole('row', { name: member.email }).getByRole('link').click();
  await page.waitForURL(`**/admin/accounts/${member.accountId}`);
  expect(faults).toEqual([]);
  await page.context().close();
});

test('an administrator creates an account; a taken address is reported at its field', async () => {
  const { page } = await open(admin);
  await page.goto('/admin');
  await page.getByRole('button', { name: 'Create account' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Full name').fill('Nora Newcomer');
  await dialog.getByLabel('Email').fill(admin.email);
  await dialog.getByLabel('Password').fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Create account' }).click();
  await dialog.getByText('email_taken').waitFor();
  await dialog.getByLabel('Email').fill('nora@example.com');
  await dialog.getByRole('button', { name: 'Create account' }).click();
  await page.getByRole('link', { name: 'Nora Newcomer' }).waitFor();
  const { status } = await new ApiCaller(app().url).post('/v1/sessions', {
    email: 'nora@example.com',
    password: PASSWORD,
  });
  expect(status).toBe(201);
  await page.context().close();
});

test("a disabled account's keys are refused until it is enabled again", async () => {
  const { page, member, faults } = await openMember();
  const { key } = await createApiKey(member, await createClient(member));
  const ask = async () => (await member.get('/v1/weather/forecast?lat=1&lon=1', { apikey: key })).status;
  expect(await ask()).toBe(200);
  await page.getByRole('button', { name: 'Disable', exact: true }).click();
  await page.getByRole('dialog').getByText('stop working immediately', { exact: false }).waitFor();
  await page.getByRole('button', { name: 'Disable account' }).click();
  await page.getByRole('main').getByText('Disabled', { exact: true }).waitFor();
  expect(await ask()).toBe(403);
  await page.getByRole('button', { name: 'Enable', exact: true }).click();
  await page.getByRole('main').getByText('Active', { exact: true }).first().waitFor();
  expect(await ask()).toBe(200);
  expect(faults).toEqual([]);
  await page.context().close();
});

test('a role is granted and removed, except from the last administrator', async () => {
  const { page, member } = await openMember();
  for (const action of ['Make administrator', 'Remove administrator role']) {
    await page.getByRole('button', { name: action }).click();
    await page.getByRole('dialog').getByRole('button', { name: action }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  }
  expect((await member.get('/v1/accounts/me')).body).toMatchObject({ role: 'member' });
  await page.goto(`/admin/accounts/${admin.accountId}`);
  await page.getByRole('button', { name: 'Remove administrator role' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove administrator role' }).click();
  await page.getByRole('dialog').getByText('conflict', { exact: true }).waitFor();
  await page.context().close();
});

test('a password reset link is shown once, and works', async () => {
  const { page, member, faults } = await openMember();
  await page.getByRole('button', { name: 'Create reset link' }).click();
  await page.getByRole('button', { name: 'Create link' }).click();
  const link = await page.getByLabel('Link', { exact: true }).inputValue();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Done' }).click();
  const token = new URL(link).hash.replace('#token=', '');
  expect(await everythingKept(page)).not.toContain(token);
  const reset = { token, new_password: 'quiet morning' };
  expect((await member.post('/v1/password-resets/complete', reset)).status).toBe(204);
  expect(faults).toEqual([]);
  await page.context().close();
});

test('deleting an account requires typing its address', async () => {
  const { page, member, faults } = await openMember();
  await page.getByRole('button', { name: 'Delete account' }).click();
  const dialog = page.getByRole('dialog');
  const button = dialog.getByRole('button', { name: 'Delete account' });
  expect(await button.isDisabled()).toBe(true);
  await dialog.getByRole('textbox').fill(member.email);
  await button.click();
  await page.waitForURL('**/admin/accounts');
  expect((await admin.get(`/v1/accounts/${member.accountId}`)).status).toBe(404);
  expect(faults).toEqual([]);
  await page.context().close();
});

test("a client's ceiling, scopes and status are changed, and its usage is shown", async () => {
  const { page, member, faults } = await openMember();
  const clientId = await createClient(member, { name: 'Regatta board' });
  await page.reload();
  const choose = async (item: string) => {
    await page.getByRole('button', { name: 'Actions for Regatta board' }).click();
    await page.getByRole('menuitem', { name: item }).click();
  };
  await choose('Edit limits and scopes');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Units per day').fill('900000');
  await dialog.getByLabel('keys:manage').uncheck();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'detached' });
  expect((await member.get(`/v1/clients/${clientId}`)).body).toMatchObject({
    rate_limits: { day: 900_000 },
    scopes: ['forecast:read', 'forecast:batch', 'usage:read'],
  });
  await choose('Disable');
  await page.getByRole('button', { name: 'Disable client' }).click();
  await page.getByRole('row', { name: 'Regatta board' }).getByText('Disabled').waitFor();
  expect((await member.get(`/v1/clients/${clientId}`)).body).toMatchObject({ status: 'disabled' });
  await choose('View usage');
  await page.getByText('No requests in this period').waitFor();
  expect(new URL(page.url()).searchParams.get('client')).toBe(clientId);
  expect(faults).toEqual([]);
  await page.context().close();
});

test('a missing account is reported with the request ID', async () => {
  const { page } = await open(admin);
  await page.goto('/admin/accounts/acc_01KAHVZ6D4Q3T5B9XG7M2N8RWC');
  await page.getByRole('alert').getByText('not_found').waitFor();
  await page.getByRole('alert').getByRole('button', { name: 'Copy request ID' }).waitFor();
  await page.context().close();
});

test('the health of the service and its model runs are shown as the API reports them', async () => {
  const { page, faults } = await open(admin);
  await page.goto('/admin');
  await page.getByRole('link', { name: 'Service' }).click();
  const health = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Health' }) });
  await health.getByText('Ready').nth(2).waitFor();
  await health.getByText('None', { exact: true }).waitFor();
  const run = page.getByRole('table', { name: 'Model runs' }).getByRole('row').nth(1);
  await run.getByText('GFS 1p00').waitFor();
  const model = page.locator('section').filter({ has: page.getByRole('heading', { name: 'GFS 1p00' }) });
  const { body } = await admin.get<Runs>('/v1/weather/runs');
  for (const instant of [body.models[0].newestRun!, body.models[0].nextRun])
    expect(await model.locator(`time[datetime="${instant}"]`).innerText()).toMatch(/ UTC$/);
  await model.getByText('Off', { exact: true }).waitFor();
  await model.getByText(body.models[0].state.detail).waitFor();
  expect(faults).toEqual([]);
  await page.context().close();
});

test.each(['light', 'dark'] as const)(
  'a fault of a run source is shown with the location that was tried, %s',
  async (colorScheme) => {
    const status = app().app.get(IngestStatusesService).of('gfs');
    const detail =
      'the gfs run 2026-11-21T06Z has no file; looked for https://a.example/gfs.20261121/06/f000.idx';
    status.runFault = { code: 'LayoutUnknownError', detail, run: undefined, since: new Date() };
    status.product = 'pres_a.0p25';
    status.noteSources([
      { location: 'https://a.example', state: 'failing', error: 'ConnectionError', steps: 0 },
      { location: 'https://b.example', state: 'well', error: null, steps: 0 },
    ]);
    for (const width of [1440, 390]) {
      const { page, faults } = await openAs(browser, app(), admin, {
        colorScheme,
        viewport: { width, height: 900 },
      });
      await page.goto('/admin/service');
      const card = page.locator('section').filter({ has: page.getByRole('heading', { name: 'GFS 1p00' }) });
      await card.getByText(detail).waitFor();
      await card.getByText('LayoutUnknownError').waitFor();
      await card.getByText('ConnectionError').waitFor();
      await card.getByText('pres_a.0p25').waitFor();
      expect(await card.getByText(/^(Off|Up to date|Late|Source has changed)$/).allInnerTexts()).toEqual([
        'Off',
      ]);
      expect(await accessibilityViolations(page)).toEqual([]);
      expect(faults).toEqual([]);
      await page.context().close();
    }
    status.runFault = undefined;
    const { page } = await openAs(browser, app(), admin, { colorScheme });
    await page.goto('/admin/service');
    await page.getByText('pres_a.0p25').waitFor();
    expect(await page.getByText('LayoutUnknownError').count()).toBe(0);
    await page.context().close();
  },
);

const STATES = [
  { code: 'downloading', title: 'Downloading' },
  { code: 'late', title: 'Late' },
  { code: 'up_to_date', title: 'Up to date' },
  { code: 'unreachable', title: 'Source not reachable' },
  { code: 'no_run', title: 'No run yet' },
] as const;

test('five models are shown with one state each, and a dot leads to those that need a person', async () => {
  const { page, faults } = await openAs(browser, app(), admin, {
    locale: 'en-GB',
    viewport: { width: 390, height: 900 },
  });
  const names = ['ifs', 'aifs', 'icon-eu', 'gfs', 'gefs'];
  await page.route('**/v1/weather/runs', async (route) => {
    const response = await route.fetch();
    const runs = (await response.json()) as Runs;
    const [schedule, ingest, run] = [runs.models[0], runs.ingest[0], runs.runs[0]];
    runs.models = names.map((model) => ({ ...schedule, model, resolution: '0p25' }));
    runs.models.forEach((model, index) => {
      const detail = `${names[index]} explained.`;
      model.state = { ...STATES[index], detail, needsAttention: index === 3 };
    });
    runs.ingest = names.map((model) => ({ ...ingest, model }));
    const progress = { run: run.run, startedAt: run.run, stepsDone: 32, steps: 85 };
    const bytes = { downloadedBytes: 412_000_000, totalBytes: null };
    Object.assign(runs.ingest[0], { state: 'ingesting', progress: { ...progress, ...bytes } });
    const lastError = { code: 'ConnectionError', at: run.publishedAt, count: 12 };
    Object.assign(runs.ingest[3], { state: 'waiting', lastError, clockSkewSeconds: -7200 });
    runs.runs = names.flatMap((model) =>
      Array.from({ length: 4 }, (_, i) => ({ ...run, model, resolution: String(i) })),
    );
    await route.fulfill({ response, json: runs });
  });
  await page.goto('/admin/service');
  const card = (model: string) =>
    page
      .locator('section')
      .filter({ has: page.getByRole('heading', { name: `${model} 0p25`, exact: true }) });
  const titles = STATES.map(({ title }) => title);
  for (const [index, name] of ['IFS', 'AIFS', 'ICON-EU', 'GFS', 'GEFS'].entries()) {
    await card(name).getByText(`${names[index]} explained.`).waitFor();
    const shown = await card(name)
      .getByText(new RegExp(`^(${titles.join('|')})$`))
      .allInnerTexts();
    expect(shown).toEqual([titles[index]]);
  }
  await card('IFS').getByText('412 MB', { exact: false }).waitFor();
  await card('GFS').getByText('ConnectionError, 12 times in a row', { exact: false }).waitFor();
  await page.getByRole('link', { name: 'Service needs attention' }).waitFor();
  await page.getByRole('button', { name: 'Open menu' }).click();
  await page.getByRole('link', { name: 'Administration needs attention' }).waitFor();
  await page.getByRole('button', { name: 'Close menu' }).click();
  expect(await page.getByRole('table', { name: 'Model runs' }).getByRole('row').count()).toBe(21);
  expect(await accessibilityViolations(page)).toEqual([]);
  expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
  expect(faults).toEqual([]);
  await page.context().close();
});

test('a damaged run is reported in plain words until it has been replaced', async () => {
  const aside = join(app().dataDirectory, 'runs/gfs_1p00_20261101T0000Z_1.damaged');
  mkdirSync(aside);
  const { page, faults } = await open(admin);
  await page.goto('/admin/service');
  await page.getByText('1 out of service').waitFor();
  await page.getByText('Other runs are used until it is fetched again. Check the disk.').waitFor();
  expect(await accessibilityViolations(page)).toEqual([]);
  rmSync(aside, { recursive: true });
  await page.getByText('1 out of service').waitFor({ state: 'detached' });
  expect(faults).toEqual([]);
  await page.context().close();
});

test.each(['light', 'dark'] as const)('the dialogs are accessible in the %s scheme', async (colorScheme) => {
  const member = await signedInCaller(app());
  await createClient(member, { name: 'Regatta board' });
  const { page, faults } = await openAs(browser, app(), admin, { colorScheme });
  await page.goto(`/admin/accounts/${member.accountId}`);
  await page.getByRole('button', { name: 'Actions for Regatta board' }).click();
  await page.getByRole('menuitem', { name: 'Edit limits and scopes' }).click();
  for (const name of ['Make administrator', 'Create reset link', 'Disable', 'Delete account', '']) {
    await page.getByRole('dialog').waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    if (name !== '') await page.getByRole('button', { name, exact: true }).click();
  }
  expect(faults).toEqual([]);
  await page.context().close();
});
