import { describe, expect, it } from '@jest/globals';
import { signedInCaller } from '../../../support/api-caller.js';
import { createOrganization, newMember } from '../../../support/organization-caller.js';
import { expectProblem } from '../../../support/problems.js';
import { useTestApp } from '../../../support/test-app.js';
import { createWebhook, newWebhook, type Webhook } from '../../../support/webhook-caller.js';

const PATH = '/v1/webhooks';
const URL = 'https://hooks.example.com/weather';
const app = useTestApp();

describe('POST /v1/webhooks', () => {
  it('201: returns the webhook with its secret, which no other response contains', async () => {
    const owner = await signedInCaller(app());
    const { status, headers, body } = await owner.post<Webhook>('/v1/webhooks', {
      url: URL,
      description: ' Map ',
      event_types: ['run.published'],
    });
    expect(status).toBe(201);
    expect(headers.get('cache-control')).toBe('no-store');
    const { secret, ...webhook } = body;
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(webhook).toEqual({
      id: expect.stringMatching(/^whk_\w{26}$/) as unknown,
      organization_id: expect.stringMatching(/^org_/) as unknown,
      url: URL,
      description: 'Map',
      event_types: ['run.published'],
      status: 'enabled',
      disabled_reason: null,
      failing_since: null,
      previous_secret_ends_at: null,
      created_at: expect.stringMatching(/Z$/) as unknown,
      updated_at: expect.stringMatching(/Z$/) as unknown,
    });
    const path = `/v1/webhooks/${webhook.id}`;
    expect((await owner.get(path)).body).toEqual(webhook);
    expect((await owner.get<{ data: unknown[] }>('/v1/webhooks')).body.data).toEqual([webhook]);
    expect((await owner.get<{ webhooks: unknown[] }>('/v1/accounts/me/export')).body.webhooks).toEqual([
      webhook,
    ]);
    const rows = await app().runSql('select to_jsonb(webhooks)::text as text from webhooks');
    expect(rows.some(({ text }) => (text as string).includes(secret.slice(6)))).toBe(false);
  });

  it.each([
    ['url', 'http://hooks.example.com'],
    ['url', 'ftp://hooks.example.com'],
    ['url', 'hooks.example.com'],
    ['url', 'https://user@hooks.example.com'],
    ['url', 'https://hooks.example.com/#part'],
    ['url', 'https://hooks.example.com:22'],
    ['url', 'https://127.0.0.1'],
    ['url', 'https://2130706433'],
    ['url', 'https://10.0.0.1'],
    ['url', 'https://169.254.169.254/latest/meta-data'],
    ['url', 'https://[::1]'],
    ['url', 'https://[::ffff:10.0.0.1]'],
    ['url', 'https://[fd00::1]'],
    ['url', 'https://[64:ff9b::a00:1]'],
    ['url', `https://hooks.example.com/${'x'.repeat(2_000)}`],
    ['url', 'https://hooks.example.com/a\r\nX-Evil: 1'],
    ['url', '\thttps://hooks.example.com/'],
    ['url', 'https://hooks.example.com/ '],
    ['url', 7],
    ['event_types', []],
    ['event_types', ['run.published', 'run.published']],
    ['event_types', ['run.lost']],
    ['event_types', 'run.published'],
    ['description', 'x'.repeat(501)],
    ['organization_id', 'org_1'],
    ['secret', 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
  ])('400: %s cannot be %j', async (member, value) => {
    const owner = await caller();
    const answer = await owner.post('/v1/webhooks', { url: URL, [member]: value });
    expectProblem(answer, 400, 'invalid_parameter', { instance: PATH, pointers: [`/${member}`] });
  });

  it('409: an organization has at most 10', async () => {
    const owner = await signedInCaller(app());
    const made = await Promise.all(
      Array.from({ length: 13 }, () => owner.post('/v1/webhooks', { url: URL })),
    );
    expect(made.filter(({ status }) => status === 201)).toHaveLength(10);
    expectProblem(await owner.post('/v1/webhooks', { url: URL }), 409, 'conflict', {
      instance: PATH,
    });
  });
});

describe('GET /v1/webhooks', () => {
  it('lists those of all organizations of the account, or of one, paginated', async () => {
    const owner = await signedInCaller(app());
    const organization_id = await createOrganization(owner);
    const own = await createWebhook(owner);
    const shared = await createWebhook(owner, { organization_id });
    const list = async (query: string) => {
      const { body } = await owner.get<{ data: Webhook[]; next_cursor: string }>(`/v1/webhooks?${query}`);
      return { ids: body.data.map(({ id }) => id), cursor: body.next_cursor };
    };
    expect((await list('')).ids).toEqual([shared, own]);
    expect((await list(`organization_id=${organization_id}`)).ids).toEqual([shared]);
    const { ids, cursor } = await list('limit=1');
    expect(ids).toEqual([shared]);
    expect((await list(`limit=1&cursor=${cursor}`)).ids).toEqual([own]);
    const developer = await newMember(app(), owner, organization_id, 'developer');
    expect((await developer.get<{ data: Webhook[] }>('/v1/webhooks')).body.data).toHaveLength(1);
  });
});

describe('PATCH /v1/webhooks/{id}', () => {
  it('changes the given members, and is audited', async () => {
    const owner = await signedInCaller(app());
    const { id } = await newWebhook(owner, { description: 'Map', event_types: ['run.published'] });
    const change = (body: object) => owner.call<Webhook>('PATCH', `/v1/webhooks/${id}`, { body });
    expect((await change({ event_types: null, status: 'disabled' })).body).toMatchObject({
      description: 'Map',
      event_types: null,
      status: 'disabled',
      disabled_reason: 'user',
    });
    const { body } = await change({ description: null, url: `${URL}/2`, status: 'enabled' });
    expect(body).toMatchObject({ description: null, url: `${URL}/2`, disabled_reason: null });
    expectProblem(await change({ url: 'https://127.0.0.1' }), 400, 'invalid_parameter', {
      instance: `${PATH}/${id}`,
      pointers: ['/url'],
    });

    await owner.post(`/v1/webhooks/${id}/rotate`, {});
    await owner.post(`/v1/webhooks/${id}/test`);
    await owner.delete(`/v1/webhooks/${id}`);
    expectProblem(await owner.get(`/v1/webhooks/${id}`), 404, 'not_found', { instance: `${PATH}/${id}` });
    const { body: audit } = await owner.get<{ data: { action: string; target_id: string }[] }>('/v1/audit');
    expect(audit.data.filter((event) => event.target_id === id).map(({ action }) => action)).toEqual([
      'webhook.deleted',
      'webhook.tested',
      'webhook.secret_rotated',
      'webhook.updated',
      'webhook.updated',
      'webhook.created',
    ]);
    expect(JSON.stringify(audit)).not.toContain('whsec_');
  });
});

describe('POST /v1/webhooks/{id}/rotate', () => {
  it('returns a new secret, and the time until which the old one also signs', async () => {
    const owner = await caller();
    const { id, secret } = await newWebhook(owner);
    const rotate = async (body: object) =>
      (await owner.post<Webhook>(`/v1/webhooks/${id}/rotate`, body)).body;
    const rotated = await rotate({});
    expect(rotated.secret).not.toBe(secret);
    const hours = (Date.parse(rotated.previous_secret_ends_at!) - Date.now()) / 3_600_000;
    expect(hours).toBeGreaterThan(23.9);
    expect(hours).toBeLessThanOrEqual(24);
    expect((await rotate({ overlap_seconds: 0 })).previous_secret_ends_at).toBeNull();
    expectProblem(
      await owner.post(`/v1/webhooks/${id}/rotate`, { overlap_seconds: 604_801 }),
      400,
      'invalid_parameter',
      { instance: `${PATH}/${id}/rotate`, pointers: ['/overlap_seconds'] },
    );
    await owner.delete(`/v1/webhooks/${id}`);
  });
});

describe('a disabled webhook', () => {
  it('409: gets no test events or retries', async () => {
    const owner = await signedInCaller(app());
    const id = await createWebhook(owner);
    const { body: delivery } = await owner.post<{ id: string }>(`/v1/webhooks/${id}/test`);
    await owner.call('PATCH', `/v1/webhooks/${id}`, { body: { status: 'disabled' } });
    for (const instance of [`${PATH}/${id}/test`, `${PATH}/${id}/deliveries/${delivery.id}/retry`])
      expectProblem(await owner.post(instance), 409, 'conflict', { instance });
  });

  it('404: nor retries of events that were sent to others', async () => {
    const owner = await signedInCaller(app());
    const id = await createWebhook(owner);
    const other = await signedInCaller(app());
    const { body: foreign } = await other.post<{ id: string }>(
      `/v1/webhooks/${await createWebhook(other)}/test`,
    );
    const instance = `${PATH}/${id}/deliveries/${foreign.id}/retry`;
    expectProblem(await owner.post(instance), 404, 'not_found', { instance });
  });
});

it('ends with its organization', async () => {
  const owner = await signedInCaller(app());
  const organization_id = await createOrganization(owner);
  const id = await createWebhook(owner, { organization_id });
  await owner.post(`/v1/webhooks/${id}/test`);
  expect((await owner.delete(`/v1/organizations/${organization_id}`)).status).toBe(204);
  expect(await app().runSql('select 1 from webhooks where id = ?', [id])).toEqual([]);
  expect(await app().runSql('select 1 from webhook_deliveries where webhook_id = ?', [id])).toEqual([]);
});

let shared: ReturnType<typeof signedInCaller> | undefined;
/** A shared caller for tests that need no account of their own. */
const caller = () => (shared ??= signedInCaller(app()));
