import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Browser, type Page } from 'playwright-core';
import { createClient, PASSWORD, type SignedInCaller, signedInCaller } from '../../support/api-caller.js';
import { createOrganization, newMember } from '../../support/organization-caller.js';
import { useTestApp } from '../../support/test-app.js';
import { openPage, startBrowser } from '../browser-session.js';
import { accessibilityViolations, everythingKept, openAs, openSignedIn } from './dashboard-session.js';

const app = useTestApp({ MAX_ORGANIZATIONS_PER_ACCOUNT: '1' });
let browser: Browser;
let administrator: SignedInCaller;
beforeAll(async () => {
  browser = await startBrowser();
  // The first account is the administrator; all others are members.
  administrator = await signedInCaller(app());
});
afterAll(() => browser.close());

const switcher = (page: Page) => page.getByRole('combobox', { name: 'Organization', exact: true });
const chosen = (page: Page) => switcher(page).locator('option:checked').innerText();

const openTab = (page: Page, name: string) => page.getByRole('tab', { name }).click();

async function choose(page: Page, dialog: string, role: string): Promise<void> {
  await page.getByRole('dialog', { name: dialog }).getByLabel('Role').selectOption(role);
  await page.getByRole('dialog').getByRole('button', { name: 'Change role' }).click();
}

test('a user creates an organization, works in it, and switches back to the personal one', async () => {
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
  await openTab(page, 'Audit trail');
  await page.getByText('Role of a member changed').waitFor();

  await openTab(page, 'Settings');
  await page.getByRole('button', { name: 'Leave', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click();
  await page.waitForURL('**/organizations');
  await switcher(page).waitFor({ state: 'detached' });
  const members = await member.get<{ data: { role: string }[] }>(`/v1/organizations/${id}/members`);
  expect(members.body.data.map(({ role }) => role)).toEqual(['owner']);
  expect(faults).toEqual([]);
  await page.context().close();
});

test('the tabs count what they list, and the owner comes first of all members, who are searched', async () => {
  const { page, faults, caller } = await openSignedIn(browser, app());
  const id = await createOrganization(caller, 'Harbour Ltd');
  const first = await newMember(app(), caller, id, 'viewer');
  // More than one page of the API holds; the newest accounts come first there, and the owner's last.
  await app().runSql(
    `insert into accounts select (jsonb_populate_record(account, jsonb_build_object('id', 'acc_9000000000000000000000' || n,
       'full_name', 'Member ' || n, 'email', n || '@crew.example', 'email_key', n || '@crew.example'))).*
     from accounts account, generate_series(1000, 1149) n where account.id = ?`,
    [first.accountId],
  );
  await app().runSql(
    `insert into organization_members (organization_id, account_id, role, joined_at)
     select ?, id, 'developer', now() from accounts where id like 'acc_9%'`,
    [id],
  );
  await caller.post(`/v1/organizations/${id}/invitations`, { email: 'new@crew.example', role: 'viewer' });
  await page.goto(`/organizations/${id}`);
  await page.getByRole('tab', { name: 'Members 152', exact: true }).waitFor();
  await page.getByRole('tab', { name: 'Invitations 1', exact: true }).waitFor();
  const rows = page.getByRole('table', { name: 'Members' }).getByRole('row');
  expect(await rows.count()).toBe(153);
  expect(await rows.nth(1).innerText()).toContain('(you)');
  await page.getByRole('searchbox', { name: 'Search' }).fill('1100@CREW');
  await rows.nth(2).waitFor({ state: 'detached' });
  expect(await rows.nth(1).innerText()).toContain('Member 1100');
  await page.getByRole('searchbox', { name: 'Search' }).fill('nobody');
  await page.getByText('No matching members.').waitFor();
  expect(await accessibilityViolations(page)).toEqual([]);

  await openTab(page, 'Sign-in');
  await page.waitForURL('**?tab=sign-in');
  await page.reload();
  await page.getByText('No domains yet.').waitFor();
  await page.goto(`/organizations/${id}?tab=elsewhere`);
  await rows.nth(1).waitFor();
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

  await openTab(page, 'Settings');
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

test('an invitation is a link shown once, and whoever accepts it works in the organization', async () => {
  const { page, faults, caller } = await openSignedIn(browser, app());
  const guest = await openSignedIn(browser, app());
  const id = await createOrganization(caller, 'Harbour Ltd');
  await page.goto(`/organizations/${id}?tab=invitations`);
  await page.getByText('No pending invitations.').waitFor();
  await page.getByRole('button', { name: 'Invite' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'Invite someone to Harbour Ltd' }).waitFor();
  await page.keyboard.type(guest.caller.email);
  await page.keyboard.press('Enter');
  const { pathname, hash } = new URL(await page.getByRole('textbox', { name: 'Link' }).inputValue());
  await page.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('table', { name: 'Invitations' }).getByText(guest.caller.email).waitFor();
  expect(await everythingKept(page)).not.toContain(hash.slice('#token='.length));

  await guest.page.goto(pathname + hash);
  await guest.page.getByText(`A Member (${caller.email}) invited you to join Harbour Ltd as `).waitFor();
  expect(await accessibilityViolations(guest.page)).toEqual([]);
  await guest.page.getByRole('button', { name: 'Accept the invitation' }).click();
  await guest.page.waitForURL('**/clients');
  await guest.page.getByText('You joined Harbour Ltd as ').waitFor();
  expect(await chosen(guest.page)).toBe('Harbour Ltd');

  await page.getByRole('button', { name: 'Invite' }).click();
  await page.getByLabel('Email').fill(guest.caller.email);
  await page.keyboard.press('Enter');
  await page.getByText(`${guest.caller.email} is a member of the organization already.`).waitFor();
  await page.getByLabel('Email').fill('other@example.com');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('button', { name: 'Withdraw the invitation for other@example.com' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click();
  await page.getByText('No pending invitations.').waitFor();
  expect([...faults, ...guest.faults]).toEqual([]);
  await guest.page.context().close();
  await page.context().close();
});

test('an invitation waits in the tab while the invited person registers and signs in', async () => {
  const owner = await signedInCaller(app());
  const id = await createOrganization(owner, 'Lighthouse Ltd');
  const email = 'newcomer@example.com';
  const { body } = await owner.post<{ url: string }>(`/v1/organizations/${id}/invitations`, {
    email,
    role: 'developer',
  });
  const { pathname, hash } = new URL(body.url);
  const { page, faults } = await openPage(browser, app().url);
  await page.goto(pathname + hash);
  await page.getByRole('link', { name: 'register' }).click();
  await page.getByLabel('Full name').fill('Grace');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Register' }).click();
  await page.getByText('Account created').waitFor();
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('button', { name: 'Accept the invitation' }).click();
  await page.waitForURL('**/clients');
  expect(await everythingKept(page)).not.toContain(hash.slice('#token='.length));

  await page.goto('/register?next=//elsewhere.example');
  expect(await page.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toBe('/login');
  expect(faults).toEqual([]);
  await page.context().close();
});

test('whoever opens an invitation with another account is led to the right one', async () => {
  const [owner, guest] = [await signedInCaller(app()), await signedInCaller(app())];
  const id = await createOrganization(owner, 'Lighthouse Ltd');
  const path = `/v1/organizations/${id}/invitations`;
  const { body } = await owner.post<{ url: string }>(path, { email: guest.email, role: 'viewer' });
  const { pathname, hash } = new URL(body.url);
  const { page } = await openSignedIn(browser, app());
  await page.goto(pathname + hash);
  await page.getByText('The invitation is for another email address.').waitFor();
  expect(await accessibilityViolations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Use another account' }).click();
  await page.getByLabel('Email').fill(guest.email);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('button', { name: 'Accept the invitation' }).click();
  await page.getByText('You joined Lighthouse Ltd as viewer.').waitFor();
  await page.context().close();
});

test("a viewer sees an organization and its clients, but can't change anything", async () => {
  const owner = await signedInCaller(app());
  const id = await createOrganization(owner, 'Harbour Ltd');
  const clientId = await createClient(owner, { name: 'Shared client', organization_id: id });
  const viewer = await newMember(app(), owner, id, 'viewer');
  const { page, faults } = await openAs(browser, app(), viewer);
  const buttons = () => page.locator('main').getByRole('button').allInnerTexts();
  await page.goto(`/organizations/${id}`);
  await page.getByRole('row').filter({ hasText: owner.email }).waitFor();
  expect(await buttons()).toEqual(['Usage']);
  expect(await page.getByRole('tab').allInnerTexts()).toEqual(['Members2', 'Settings']);
  await openTab(page, 'Settings');
  await page.getByRole('button', { name: 'Leave' }).waitFor();
  expect(await buttons()).toEqual(['Usage', 'Leave']);
  await page.goto(`/clients/${clientId}`);
  await page.getByRole('link', { name: 'Harbour Ltd' }).waitFor();
  // Only the button that copies the ID.
  expect(await buttons()).toEqual(['']);
  await page.goto(`/api-keys?client=${clientId}`);
  await page.getByText("Your role doesn't include API keys").waitFor();
  await switcher(page).selectOption(id);
  await page.getByRole('link', { name: 'Clients', exact: true }).click();
  await page.getByRole('link', { name: 'Shared client' }).waitFor();
  expect(await buttons()).not.toContain('Create New Client');
  expect(faults).toEqual([]);
  await page.context().close();
});

test('an administrator of the service limits an organization, and its clients show the shared limit', async () => {
  const owner = await signedInCaller(app());
  const id = await createOrganization(owner, 'Harbour Ltd');
  const clientId = await createClient(owner, { organization_id: id });
  const { page, faults } = await openAs(browser, app(), administrator, { locale: 'en-GB' });
  await page.goto(`/admin/accounts/${owner.accountId}`);
  await page.getByRole('table', { name: 'Organizations' }).getByRole('link', { name: 'Harbour Ltd' }).click();
  await openTab(page, 'Settings');
  await page.getByRole('button', { name: 'Edit limits' }).click();
  await page.getByLabel('Units per day').fill('7000');
  await page.keyboard.press('Enter');
  await page.getByText('7,000').waitFor();
  expect(await page.getByRole('button', { name: 'Leave' }).count()).toBe(0);
  await page.goto(`/clients/${clientId}`);
  await page.getByText('Shared by all clients of the organization').waitFor();
  await page.getByText('0 of 7,000').waitFor();
  expect(faults).toEqual([]);
  await page.context().close();
});

test.each(['light', 'dark'] as const)('the dialogs are accessible in the %s scheme', async (colorScheme) => {
  const owner = await signedInCaller(app());
  const id = await createOrganization(owner, 'Harbour Ltd');
  const { page, faults } = await openAs(browser, app(), owner, { colorScheme });
  await page.goto(`/organizations/${id}`);
  for (const [tab, name] of [
    ['Members', 'Rename'],
    ['Invitations', 'Invite'],
    ['Sign-in', 'Add domain'],
    ['Settings', 'Leave'],
    ['Settings', 'Delete organization'],
  ]) {
    await openTab(page, tab);
    await page.getByRole('button', { name, exact: true }).click();
    await page.getByRole('dialog').waitFor();
    expect([name, await accessibilityViolations(page)]).toEqual([name, []]);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  }
  expect(faults).toEqual([]);
  await page.context().close();
});
