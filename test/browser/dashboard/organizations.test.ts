import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Browser, type Page } from 'playwright-core';
import { createClient, signedInCaller } from '../../support/api-caller.js';
import { createOrganization, newMember } from '../../support/organization-caller.js';
import { useTestApp } from '../../support/test-app.js';
import { startBrowser } from '../browser-session.js';
import { accessibilityViolations, openAs, openSignedIn } from './dashboard-session.js';

const app = useTestApp({ MAX_ORGANIZATIONS_PER_ACCOUNT: '1' });
let browser: Browser;
beforeAll(async () => {
  browser = await startBrowser();
  // The first account is the service's administrator: all others are members.
  await signedInCaller(app());
});
afterAll(() => browser.close());

const switcher = (page: Page) => page.getByRole('combobox', { name: 'Organization', exact: true });
const chosen = (page: Page) => switcher(page).locator('option:checked').innerText();

async function choose(page: Page, dialog: string, role: string): Promise<void> {
  await page.getByRole('dialog', { name: dialog }).getByLabel('Role').selectOption(role);
  await page.getByRole('dialog').getByRole('button', { name: 'Change role' }).click();
}

test('who creates an organization works in it, and comes back to the personal one', async () => {
  const { page, faults, caller } = await openSignedIn(browser, app());
  await createClient(caller, { name: 'Own client' });
  await page.goto('/organizations');
  await page.getByRole('table', { name: 'Your organizations' }).getByText('Personal').waitFor();
  expect(await switcher(page).count()).toBe(0);

  await page.getByRole('button', { name: 'Create organization' }).click();
  await page.getByText('You can create 1 more, of 1 in total.').waitFor();
  await page.keyboard.type('Harbour Ltd');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Harbour Ltd' }).waitFor();
  expect(await chosen(page)).toBe('Harbour Ltd');

  await page.getByRole('link', { name: 'Clients', exact: true }).click();
  await page.getByText('No clients yet').waitFor();
  await page.getByRole('button', { name: 'Create New Client' }).first().click();
  await page.getByText('This one belongs to Harbour Ltd.').waitFor();
  await page.keyboard.type('Shared client');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Done' }).click();
  await page.reload();
  await page.getByRole('link', { name: 'Shared client' }).waitFor();
  expect(await page.getByRole('link', { name: 'Own client' }).count()).toBe(0);

  await page.getByRole('link', { name: 'Shared client' }).click();
  await page.getByRole('heading', { level: 1, name: 'Shared client' }).waitFor();
  await switcher(page).focus();
  await page.keyboard.press('ArrowUp');
  await page.waitForURL('**/clients');
  await page.getByRole('link', { name: 'Own client' }).waitFor();
  expect(await chosen(page)).toBe('A Member (personal)');

  await page.goto('/organizations');
  await page.getByRole('button', { name: 'Create organization' }).click();
  await page.getByText("You can't create more organizations").waitFor();
  expect(faults).toEqual([]);
  await page.context().close();
});

test('an owner changes roles, hands the organization over and leaves', async () => {
  const { page, faults, caller } = await openSignedIn(browser, app());
  const id = await createOrganization(caller, 'Harbour Ltd');
  const member = await newMember(app(), caller, id, 'viewer');
  await page.goto(`/organizations/${id}`);
  const row = page.getByRole('row').filter({ hasText: member.email });
  const own = page.getByRole('row').filter({ hasText: '(you)' });

  await own.getByRole('button', { name: 'Actions for' }).click();
  await page.getByRole('menuitem', { name: 'Change role' }).click();
  await choose(page, 'Change your role', 'admin');
  await page.getByText('Make another member an owner first.').waitFor();
  expect(await accessibilityViolations(page)).toEqual([]);
  await page.keyboard.press('Escape');

  await row.getByRole('button', { name: 'Actions for' }).click();
  await page.getByRole('menuitem', { name: 'Change role' }).click();
  await choose(page, 'Change the role of A Member', 'owner');
  await row.getByText('Owner').waitFor();
  await page.getByText('Role of a member changed').waitFor();

  await page.getByRole('button', { name: 'Leave', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click();
  await page.waitForURL('**/organizations');
  await switcher(page).waitFor({ state: 'detached' });
  const members = await member.get<{ data: { role: string }[] }>(`/v1/organizations/${id}/members`);
  expect(members.body.data.map(({ role }) => role)).toEqual(['owner']);
  expect(faults).toEqual([]);
  await page.context().close();
});

test('an owner removes a member, and deletes the organization after typing its name', async () => {
  const { page, faults, caller } = await openSignedIn(browser, app());
  const id = await createOrganization(caller, 'Harbour Ltd');
  const member = await newMember(app(), caller, id, 'admin');
  await page.goto(`/organizations/${id}`);

  const row = page.getByRole('row').filter({ hasText: member.email });
  await row.getByRole('button', { name: 'Actions for' }).click();
  await page.getByRole('menuitem', { name: 'Remove' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await row.waitFor({ state: 'detached' });
  expect((await member.get(`/v1/organizations/${id}`)).status).toBe(404);

  await page.getByRole('button', { name: 'Delete organization' }).click();
  const confirm = page.getByRole('dialog').getByRole('button', { name: 'Delete organization' });
  expect(await confirm.isDisabled()).toBe(true);
  await page.getByLabel('Type Harbour Ltd to confirm').fill('Harbour Ltd');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/organizations');
  await page.getByRole('link', { name: 'Harbour Ltd' }).waitFor({ state: 'detached' });
  expect((await caller.get(`/v1/organizations/${id}`)).status).toBe(404);
  expect(faults).toEqual([]);
  await page.context().close();
});

test('a viewer sees an organization and its members, and nothing to change', async () => {
  const owner = await signedInCaller(app());
  const id = await createOrganization(owner, 'Harbour Ltd');
  const viewer = await newMember(app(), owner, id, 'viewer');
  const { page, faults } = await openAs(browser, app(), viewer);
  await page.goto(`/organizations/${id}`);
  await page.getByRole('row').filter({ hasText: owner.email }).waitFor();
  await page.getByRole('button', { name: 'Leave' }).waitFor();
  expect(await page.locator('main').getByRole('button').allInnerTexts()).toEqual(['Leave']);
  expect(faults).toEqual([]);
  await page.context().close();
});
