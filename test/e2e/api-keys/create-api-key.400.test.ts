import { beforeAll, expect, it } from '@jest/globals';
import { createClient, signedInCaller, type SignedInCaller } from '../../support/api-caller.js';
import { expectProblem } from '../../support/problems.js';
import { useTestApp } from '../../support/test-app.js';

const app = useTestApp();
let caller: SignedInCaller;
let instance: string;
beforeAll(async () => {
  caller = await signedInCaller(app());
  instance = `/v1/clients/${await createClient(caller)}/api-keys`;
});

it.each([
  [['/name'], {}],
  [['/name'], { name: '\t' }],
  [['/name'], { name: '🌩'.repeat(101) }],
  [['/name'], { name: 'a\0' }],
  [['/name', '/scopes', '/expires_at', '/allowed_ips'], { scopes: 1, expires_at: 2, allowed_ips: 3 }],
  [['/key', '/client_id'], { name: 'Station', key: 'wx_mine', client_id: 'cli_mine' }],
])('refuses at %j: %j', async (pointers, body) => {
  const answer = await caller.post(instance, body);

  expectProblem(answer, 400, 'invalid_parameter', { instance, pointers });
});

it.each([
  ['scopes', 'forecast:read'],
  ['scopes', []],
  ['scopes', ['forecast:write']],
  ['scopes', ['usage:read']],
  ['scopes', ['forecast:read', 'keys:manage']],
  ['scopes', ['forecast:read', 'forecast:read']],
  ['scopes', ['Forecast:Read']],
  ['scopes', [null]],
  ['scopes', ['__proto__']],
  ['expires_at', ''],
  ['expires_at', 'tomorrow'],
  ['expires_at', '2099-01-31'],
  ['expires_at', '2099-01-31T00:00:00'],
  ['expires_at', '2099-02-30T00:00:00Z'],
  ['expires_at', '2099-01-31T24:00:00Z'],
  ['expires_at', '2020-01-01T00:00:00Z'],
  ['expires_at', 4_073_500_800],
  ['expires_at', { $gt: '2099-01-31T00:00:00Z' }],
  ['allowed_ips', '203.0.113.7'],
  ['allowed_ips', ['example.com']],
  ['allowed_ips', ['203.0.113']],
  ['allowed_ips', ['203.0.113.256']],
  ['allowed_ips', ['203.0.113.0/33']],
  ['allowed_ips', ['203.0.113.0/']],
  ['allowed_ips', ['203.0.113.0/-1']],
  ['allowed_ips', ['203.0.113.0/255.255.255.0']],
  ['allowed_ips', ['2001:db8::/129']],
  ['allowed_ips', ['2001:db8::1::2']],
  ['allowed_ips', ['fe80::1%eth0']],
  ['allowed_ips', ['203.0.113.7', 7]],
  ['allowed_ips', [['203.0.113.7']]],
  ['allowed_ips', [' 203.0.113.7']],
  ['allowed_ips', Array.from({ length: 51 }, (_, number) => `10.0.0.${number}`)],
])('refuses at /%s: %j', async (member, value) => {
  const answer = await caller.post(instance, { name: 'Station', [member]: value });

  expectProblem(answer, 400, 'invalid_parameter', { instance, pointers: [`/${member}`] });
});

it('has made no key in all these tests', async () => {
  expect((await caller.get<{ data: unknown[] }>(instance)).body.data).toEqual([]);
});
