import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { signedInCaller, type SignedInCaller } from '../../../support/api-caller.js';
import { useTestApp } from '../../../support/test-app.js';

const SCRIPT = `export default (element) => element.append('No storms today.');`;
const folder = mkdtempSync(join(tmpdir(), 'one-page-'));
const entry = join(folder, 'storms.feature.mjs');
writeFileSync(join(folder, 'storms-page.js'), SCRIPT);
writeFileSync(
  entry,
  `export default {
  name: 'storms',
  dashboard: [{
    path: '/storms',
    title: 'Storms',
    script: new URL('./storms-page.js', import.meta.url),
    icon: 'map',
    order: 25,
    ofOrganization: true,
  }],
};`,
);

interface Page {
  path: string;
  title: string;
  script: string | null;
}

const app = useTestApp({ FEATURES: entry });
let member: SignedInCaller;
beforeAll(async () => {
  member = await signedInCaller(app());
});
afterAll(() => rmSync(folder, { recursive: true }));

const pages = async () => (await member.get<{ data: Page[] }>('/v1/dashboard/pages')).body.data;

it("is added by its feature's file and its script alone", () => {
  expect(readdirSync(folder)).toHaveLength(2);
});

it('is listed among the others, at the requested position', async () => {
  const listed = await pages();

  expect(listed.map(({ title }) => title)).toEqual([
    'Overview',
    'Clients',
    'Storms',
    'API keys',
    'Usage',
    'Webhooks',
    'Forecast explorer',
    'Accuracy',
    'API reference',
    'Organizations',
    'Account settings',
    'Administration',
    'Accounts',
    'Mail',
    'Service',
  ]);
  expect(listed[2]).toEqual({
    path: '/storms',
    title: 'Storms',
    script: expect.stringMatching(/^\/pages\/storms-[0-9a-f]{8}\.js$/),
    icon: 'map',
    admins_only: false,
    of_organization: true,
  });
  expect(listed[1]).toEqual({
    path: '/clients',
    title: 'Clients',
    script: null,
    icon: 'boxes',
    admins_only: false,
    of_organization: true,
  });
  expect(listed.filter((page) => 'admins_only' in page && page.admins_only).map(({ path }) => path)).toEqual([
    '/admin',
    '/admin/accounts',
    '/admin/mail',
    '/admin/service',
  ]);
});

it('is served with its script', async () => {
  const { script } = (await pages())[2];

  const page = await fetch(`${app().url}/storms`);
  expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(await (await fetch(`${app().url}${script}`)).text()).toBe(SCRIPT);
});
