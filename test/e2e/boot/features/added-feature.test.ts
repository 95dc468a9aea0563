import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  ApiCaller,
  createApiKey,
  createClient,
  signedInCaller,
  type SignedInCaller,
} from '../../../support/api-caller.js';
import { inlinedDocument } from '../../../support/inlined-document.js';
import { expectProblem } from '../../../support/problems.js';
import { startTestApp, type TestApp, useTestApp } from '../../../support/test-app.js';

const FEATURES = './test/extension/src/alerts/alerts.feature.ts';

interface Listed {
  data: { name: string }[];
}

const app = useTestApp({ FEATURES });

let caller: SignedInCaller;
let clientId: string;
let alertId: string;
beforeAll(async () => {
  caller = await signedInCaller(app());
  clientId = await createClient(caller);
  alertId = (await caller.post<{ id: string }>('/v1/valley-alerts', { name: 'Storm' })).body.id;
});

const list = ({ url }: TestApp, key: string) => new ApiCaller(url).get('/v1/valley-alerts', { apikey: key });

describe('a feature named by FEATURES', () => {
  it('has session routes that accept ids with its own prefix', async () => {
    expect(alertId).toMatch(/^alr_[0-9A-Z]{26}$/);
    expect(await caller.get(`/v1/valley-alerts/${alertId}`)).toMatchObject({
      status: 200,
      body: { name: 'Storm' },
    });

    const other = `/v1/valley-alerts/${alertId.replace('alr', 'cli')}`;
    expectProblem(await caller.get(other), 404, 'not_found', { instance: other });
    const { status } = await new ApiCaller(app().url).get(`/v1/valley-alerts/${alertId}`);
    expect(status).toBe(401);
  });

  it('has API key routes that require its own scope', async () => {
    const { key } = await createApiKey(caller, clientId, { scopes: ['alerts:read'] });
    const { key: other } = await createApiKey(caller, clientId, { scopes: ['forecast:read'] });

    const answer = await list(app(), key);
    expect(answer).toMatchObject({ status: 200, body: [{ id: alertId, name: 'Storm' }] });
    expect(answer.headers.get('ratelimit')).toMatch(/"day"/);
    expectProblem(await list(app(), other), 403, 'insufficient_scope', {
      instance: '/v1/valley-alerts',
      detail: 'The API key lacks the scope alerts:read.',
    });
  });

  it('returns its own problem codes', async () => {
    await caller.post('/v1/valley-alerts', { name: 'Frost' });

    expectProblem(await caller.post('/v1/valley-alerts', { name: 'Flood' }), 409, 'too_many_alerts', {
      instance: '/v1/valley-alerts',
      detail: 'Delete an alert first.',
    });
    expect(await (await fetch(`${app().url}/docs/errors`)).text()).toContain('id="too_many_alerts"');
  });

  it('has its own audit actions', async () => {
    const { body } = await caller.get<{ data: object[] }>('/v1/audit?action=alert.created');

    expect(body.data).toContainEqual(
      expect.objectContaining({ action: 'alert.created', target_id: alertId }),
    );
  });

  it('adds its scope, which new clients get by default', async () => {
    const { body } = await new ApiCaller(app().url).get<Listed>('/v1/scopes');

    expect(body.data).toContainEqual({
      name: 'alerts:read',
      title: 'Read alerts',
      holders: ['key'],
      by_default: true,
    });
    const { body: client } = await caller.get<{ scopes: string[] }>(`/v1/clients/${clientId}`);
    expect(client.scopes).toEqual(body.data.map(({ name }) => name));
  });

  it('adds its page to the dashboard, with a script that browsers may cache', async () => {
    const { body } = await caller.get<{ data: { path: string; script: string }[] }>('/v1/dashboard/pages');

    const listed = body.data.find(({ path }) => path === '/alerts')!;
    expect(listed).toEqual({
      path: '/alerts',
      title: 'Alerts',
      script: expect.stringMatching(/^\/pages\/alerts-[0-9a-f]{8}\.js$/),
      icon: 'puzzle',
      admins_only: false,
      of_organization: false,
    });
    const page = await fetch(`${app().url}/alerts`);
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
    const served = await fetch(`${app().url}${listed.script}`);
    expect(await served.text()).toBe(readFileSync('test/extension/src/alerts/alerts-page.js', 'utf8'));
    expect(served.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    expect(served.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    for (const { headers } of [page, served])
      expect(headers.get('content-security-policy')).toContain("script-src 'self'");
  });

  it('is in the OpenAPI document', async () => {
    const { body } = await new ApiCaller(app().url).get('/openapi.json');

    const problem: unknown = expect.objectContaining({ status: 409, instance: '/v1/valley-alerts' });
    expect(body).toHaveProperty('components.examples.too_many_alerts.value', problem);
    expect(inlinedDocument(body)).toMatchObject({
      paths: {
        '/v1/valley-alerts': {
          post: {
            responses: {
              409: {
                description: '`too_many_alerts`: Too many alerts.',
                content: {
                  'application/problem+json': { examples: { too_many_alerts: { value: problem } } },
                },
              },
            },
          },
        },
        '/v1/valley-alerts/{alertId}': {
          get: {
            parameters: [
              {
                description: 'The ID of an alert.',
                schema: { pattern: '^alr_[0-9A-Z]{26}$' },
                example: expect.stringMatching(/^alr_/) as unknown,
              },
            ],
          },
        },
      },
    });
    const { tags, components } = body as {
      tags: object[];
      components: { schemas: Record<string, { enum: string[] }> };
    };
    expect(tags).toContainEqual({ name: 'Alerts', description: 'Alerts that accounts create.' });
    const { ClientScope, KeyScope, AuditAction, ProblemCode } = components.schemas;
    expect(ClientScope.enum).toContain('alerts:read');
    expect(KeyScope.enum).toContain('alerts:read');
    expect(AuditAction.enum).toContain('alert.created');
    expect(ProblemCode.enum).toContain('too_many_alerts');
  });
});

describe('an application without the feature in the same process', () => {
  let other: TestApp;
  let member: SignedInCaller;
  beforeAll(async () => {
    other = await startTestApp();
    member = await signedInCaller(other);
  });
  afterAll(() => other.close());

  it('has nothing of the feature', async () => {
    const { body } = await member.get<Listed>('/v1/scopes');
    expect(body.data.map(({ name }) => name)).not.toContain('alerts:read');
    expect((await member.get('/v1/valley-alerts')).status).toBe(404);
    expect((await member.get('/alerts')).status).toBe(404);
    const { body: pages } = await member.get<{ data: { path: string }[] }>('/v1/dashboard/pages');
    expect(pages.data.map(({ path }) => path)).not.toContain('/alerts');
    const audit = await member.get('/v1/audit?action=alert.created');
    expectProblem(audit, 400, 'invalid_parameter', { instance: '/v1/audit', parameters: ['action'] });
    expect(JSON.stringify((await member.get('/openapi.json')).body)).not.toMatch(
      /(?<!-)\balert(s:|\.created)|valley-alerts/,
    );
  });

  const FORECAST = '/v1/weather/forecast?lat=1&lon=1';
  it.each<[string, (url: string, key: string) => Promise<{ status: number }>]>([
    ['header', (url, key) => new ApiCaller(url).get(FORECAST, { apikey: key })],
    ['query', (url, key) => new ApiCaller(url).get(`${FORECAST}&apikey=${key}`)],
  ])('accepts only its own keys in the %s, as does the application with the feature', async (_, forecast) => {
    const { key: own } = await createApiKey(member, await createClient(member));
    const { key: others } = await createApiKey(caller, clientId);

    expect((await forecast(other.url, own)).status).toBe(200);
    expect((await list(app(), others)).status).toBe(200);
    expect((await forecast(other.url, others)).status).toBe(401);
    expect((await forecast(app().url, own)).status).toBe(401);
  });
});
