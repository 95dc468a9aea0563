import { beforeAll, expect, it } from '@jest/globals';
import { createApiKey, createClient, signedInCaller, type SignedInCaller } from '../../support/api-caller.js';
import { askForecast } from '../../support/forecast-caller.js';
import { inlinedDocument } from '../../support/inlined-document.js';
import { useTestApp } from '../../support/test-app.js';

interface Example {
  value: { detail: string };
}
interface Document {
  paths: Record<
    string,
    Record<
      string,
      { responses: Record<string, { content?: Record<string, { examples: Record<string, Example> }> }> }
    >
  >;
}

const app = useTestApp();
let document: Document;
let admin: SignedInCaller;
let member: SignedInCaller;
let clientId: string;
beforeAll(async () => {
  document = inlinedDocument((await (await fetch(`${app().url}/openapi.json`)).json()) as Document);
  admin = await signedInCaller(app());
  member = await signedInCaller(app());
  clientId = await createClient(member);
});

const exampleOf = (method: string, path: string, status: number, code: string) =>
  document.paths[path][method].responses[status].content!['application/problem+json'].examples[code].value
    .detail;

const client = '/v1/clients/{clientId}';
const key = `${client}/api-keys/{keyId}`;

it.each([
  ['get', '/v1/clients', 403, () => member.get(`/v1/clients?account_id=${admin.accountId}`)],
  ['post', '/v1/clients', 403, () => member.post('/v1/clients', { name: 'x', rate_limits: { day: 50001 } })],
  [
    'patch',
    client,
    403,
    () => member.call('PATCH', `/v1/clients/${clientId}`, { body: { status: 'disabled' } }),
  ],
  ['post', `${client}/secret`, 403, () => admin.post(`/v1/clients/${clientId}/secret`)],
  [
    'patch',
    '/v1/accounts/{accountId}',
    409,
    () => admin.call('PATCH', `/v1/accounts/${admin.accountId}`, { body: { role: 'member' } }),
  ],
  ['delete', '/v1/accounts/{accountId}', 409, () => admin.delete(`/v1/accounts/${admin.accountId}`)],
  ['patch', key, 409, async () => member.call('PATCH', await revokedKey(), { body: { name: 'x' } })],
  ['post', `${key}/rotate`, 409, async () => member.post(`${await revokedKey()}/rotate`)],
] as const)('the example of %s %s matches the response with %d', async (method, path, status, call) => {
  const answer = await call();

  const code = status === 403 ? 'forbidden' : 'conflict';
  expect([answer.status, answer.body.code, answer.body.detail]).toEqual([
    status,
    code,
    exampleOf(method, path, status, code),
  ]);
});

it.each([
  ['get', '/v1/weather/forecast', 'forbidden', { allowed_ips: ['203.0.113.7'] }],
  ['get', '/v1/weather/forecast', 'insufficient_scope', { scopes: ['forecast:batch'] }],
])('the example of %s %s matches the response with %s', async (method, path, code, settings) => {
  const { key: apikey } = await createApiKey(member, clientId, settings);

  const { body } = await askForecast(app(), { apikey });

  expect(body).toMatchObject({ code, detail: exampleOf(method, path, 403, code) });
});

async function revokedKey(): Promise<string> {
  const { id } = await createApiKey(member, clientId);
  const path = `/v1/clients/${clientId}/api-keys/${id}`;
  await member.delete(path);
  return path;
}
