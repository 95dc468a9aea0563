import { setTimeout as delay } from 'node:timers/promises';
import { expect, it, jest } from '@jest/globals';
import { FeatureHooks } from '../../../src/core/features/feature-hooks.js';
import { newId } from '../../../src/core/http/identifier.js';
import { expectProblem } from '../../support/problems.js';
import {
  createApiKey,
  createClient,
  createToken,
  PASSWORD,
  signedInCaller,
} from '../../support/api-caller.js';
import { addTotp } from '../../support/factors.js';
import { addPasskey } from '../../support/passkeys.js';
import { createOrganization, newMember } from '../../support/organization-caller.js';
import { logRequest } from '../../support/usage-caller.js';
import { useTestApp } from '../../support/test-app.js';
import { FROST } from '../../support/alert-caller.js';

interface Listed {
  data: { id: string }[];
  next_cursor: string | null;
}

const app = useTestApp();
const EXPORT = '/v1/accounts/me/export';

it('contains everything about the account as the API lists it, in one file, without secrets', async () => {
  const caller = await signedInCaller(app());
  const created = await caller.post<{ client_id: string; client_secret: string }>('/v1/clients', {
    name: 'Website',
  });
  const { key, id: keyId } = await createApiKey(caller, created.body.client_id);
  const { token } = await createToken(caller, ['usage:read']);
  const { clientId } = await logRequest(caller);
  const factor = await addTotp(app(), caller);
  await addPasskey(caller, 'http://localhost:3000');
  const hook = await caller.post<{ secret: string }>('/v1/webhooks', { url: 'https://hooks.example.com' });
  await caller.post('/v1/alerts', { ...FROST, client_id: clientId });
  const other = await signedInCaller(app());
  await logRequest(other);
  // More events than are read in one batch.
  for (let i = 0; i < 100; i += 1)
    await caller.call('PATCH', '/v1/accounts/me', { body: { organization: `Harbour ${i}` } });

  const mailId = newId('msg');
  for (const [id, accountId] of [
    [mailId, caller.accountId],
    [newId('msg'), other.accountId],
  ])
    await app().runSql(
      `insert into mails select ?, 'email-changed', 'old@example.com', ?, '{}', 'sent', 1, '2026-11-20Z', '2026-11-20Z', '2026-11-20 00:00:01Z', 'relay.internal: try later'`,
      [id, accountId],
    );

  const answer = await caller.get<Record<string, unknown>>(EXPORT);

  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-disposition')).toBe('attachment; filename="account.json"');
  expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
  const list = async (path: string) => (await caller.get<Listed>(path)).body.data;
  const events = await list(`/v1/audit?account_id=${caller.accountId}&limit=100`);
  const { next_cursor } = (await caller.get<Listed>(`/v1/audit?account_id=${caller.accountId}&limit=100`))
    .body;
  const earlier = await list(`/v1/audit?account_id=${caller.accountId}&limit=100&cursor=${next_cursor}`);
  expect(earlier).not.toHaveLength(0);
  expect(answer.body).toEqual({
    exported_at: expect.stringMatching(/Z$/) as unknown,
    account: (await caller.get('/v1/accounts/me')).body,
    email: (await caller.get('/v1/accounts/me/email')).body,
    mails: [
      {
        id: mailId,
        kind: 'email-changed',
        recipient: 'old@example.com',
        account_id: caller.accountId,
        state: 'sent',
        attempts: 1,
        next_attempt_at: null,
        queued_at: '2026-11-20T00:00:00Z',
        ended_at: '2026-11-20T00:00:01Z',
      },
    ],
    identities: await list('/v1/accounts/me/identities'),
    factors: await list('/v1/accounts/me/factors'),
    sessions: await list('/v1/sessions'),
    sign_in_places: [{ network: '127.0.0.0/24', last_sign_in_at: expect.stringMatching(/Z$/) as unknown }],
    personal_access_tokens: await list('/v1/accounts/me/tokens'),
    organizations: await list('/v1/organizations'),
    webhooks: [expect.objectContaining({ url: 'https://hooks.example.com' })],
    forecast_alerts: [expect.objectContaining({ client_id: clientId })],
    clients: await list('/v1/clients'),
    api_keys: [expect.objectContaining({ name: 'A key' }), expect.objectContaining({ id: keyId })],
    usage: [
      expect.objectContaining({ groups: [expect.objectContaining({ requests: 1, errors: 1 })] }) as unknown,
    ],
    requests: await list(`/v1/usage/requests?client_id=${clientId}`),
    audit_events: [...events, ...earlier],
  });
  const text = JSON.stringify(answer.body);
  const [passkey] = await app().runSql(
    'select credential_id, public_key from factors where public_key is not null',
  );
  for (const secret of [
    factor.secret,
    hook.body.secret,
    ...Object.values(passkey).map(String),
    ...factor.recoveryCodes,
    key,
    token,
    created.body.client_secret,
    caller.cookie!.split('=')[1],
    PASSWORD,
  ])
    expect(text).not.toContain(secret);
});

it('runs one export at a time per account, even after an aborted download', async () => {
  const caller = await signedInCaller(app());
  const other = await signedInCaller(app());
  const begun: (() => void)[] = [];
  jest.spyOn(app().app.get(FeatureHooks), 'exportsOf').mockImplementation((_, { id }) => [
    {
      feature: 'slow',
      async read() {
        if (id === caller.accountId) await new Promise<void>((resolve) => begun.push(resolve));
        return {};
      },
    },
  ]);
  const download = new AbortController();
  const headers = { cookie: caller.cookie! };
  const first = fetch(`${app().url}${EXPORT}`, { headers, signal: download.signal });
  while (begun.length === 0) await delay(10);

  expectProblem(await caller.get(EXPORT), 409, 'conflict', { instance: EXPORT });
  expect((await other.get(EXPORT)).status).toBe(200);
  download.abort();
  await expect(first).rejects.toThrow();
  begun[0]();

  let next = caller.get(EXPORT);
  while (begun.length === 1)
    if ((await Promise.race([next, delay(10)])) !== undefined) next = caller.get(EXPORT);
  begun[1]();
  expect((await next).status).toBe(200);
  jest.restoreAllMocks();
});

it('contains no alerts of an organization that the account has left', async () => {
  const owner = await signedInCaller(app());
  const organization_id = await createOrganization(owner);
  const member = await newMember(app(), owner, organization_id, 'developer');
  const { body: client } = await member.post<{ client_id: string }>('/v1/clients', {
    name: 'A',
    organization_id,
  });
  await owner.post('/v1/alerts', { ...FROST, client_id: client.client_id });
  const alerts = async () => (await member.get<{ forecast_alerts: unknown[] }>(EXPORT)).body.forecast_alerts;
  expect(await alerts()).toHaveLength(1);

  await owner.delete(`/v1/organizations/${organization_id}/members/${member.accountId}`);

  expect(await alerts()).toEqual([]);
});

it("contains nothing that only the organization owns, and no keys that the role can't see", async () => {
  const owner = await signedInCaller(app());
  const organization_id = await createOrganization(owner);
  const member = await newMember(app(), owner, organization_id, 'developer');
  const theirs = await createClient(owner, { organization_id });
  const own = await createClient(member, { organization_id });
  await createApiKey(member, own);
  await owner.call('PATCH', `/v1/organizations/${organization_id}/members/${member.accountId}`, {
    body: { role: 'viewer' },
  });

  const { body } = await member.get<{ clients: { client_id: string }[]; api_keys: unknown[] }>(EXPORT);

  expect(body.clients.map(({ client_id }) => client_id)).toEqual([own]);
  expect(body.api_keys).toEqual([]);
  expect(JSON.stringify(body)).not.toContain(theirs);
  expect(JSON.stringify(body)).not.toContain(owner.email);
});
