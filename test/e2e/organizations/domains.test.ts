import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { ATTEMPT_LIMITS } from '../../../src/core/attempts/attempt-limits.js';
import { AttemptsService } from '../../../src/core/attempts/attempts.service.js';
import { MOST_DOMAINS } from '../../../src/organizations/domains/domains.service.js';
import { signedInCaller, type SignedInCaller } from '../../support/api-caller.js';
import { type DnsServer, startDnsServer } from '../../support/dns-server.js';
import { createOrganization } from '../../support/organization-caller.js';
import { expectProblem } from '../../support/problems.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

interface Domain {
  id: string;
  domain: string;
  record: { type: string; name: string; value: string };
  verified_at: string | null;
}

let dns: DnsServer;
let app: TestApp;
let owner: SignedInCaller;
let rival: SignedInCaller;
beforeAll(async () => {
  dns = await startDnsServer();
  app = await startTestApp({ MAX_ORGANIZATIONS_PER_ACCOUNT: '100', DNS_SERVERS: dns.address });
  owner = await signedInCaller(app);
  rival = await signedInCaller(app);
});
afterAll(async () => {
  await app.close();
  dns.stop();
});

let domains = 0;
let name: string;
beforeEach(() => {
  domains += 1;
  name = `example-${domains}.com`;
  dns.fails = false;
});

const pathOf = (organizationId: string) => `/v1/organizations/${organizationId}/domains`;

/** Creates an organization of the caller that claims the domain. */
async function claim(caller: SignedInCaller): Promise<Domain & { path: string }> {
  const path = pathOf(await createOrganization(caller));
  const { status, body } = await caller.post<Domain>(path, { domain: name });
  expect([status, body]).toEqual([201, body]);
  return { ...body, path };
}

const verify = (caller: SignedInCaller, { path, id }: { path: string; id: string }) =>
  caller.post<Domain>(`${path}/${id}/verify`);

function publish(...claims: Domain[]): void {
  dns.records.set(
    claims[0].record.name,
    claims.map(({ record }) => record.value),
  );
}

const list = async (caller: SignedInCaller, path: string) =>
  (await caller.get<{ data: Domain[] }>(path)).body.data;

const audit = async (caller: SignedInCaller, path: string) => {
  const { body } = await caller.get<{ data: { action: string; actor: unknown; details: unknown }[] }>(
    `/v1/audit?organization_id=${path.split('/')[3]}`,
  );
  return body.data
    .filter(({ action }) => action.startsWith('domain.'))
    .map(({ action, actor, details }) => ({ action, actor, details }));
};

it('is verified once its record is published, and can be removed', async () => {
  const path = pathOf(await createOrganization(owner));
  const added = await owner.post<Domain>(path, { domain: name.toUpperCase() });
  expect(added.body).toEqual({
    id: expect.stringMatching(/^dom_/) as unknown,
    domain: name,
    record: {
      type: 'TXT',
      name: `_weather-forecast-service.${name}`,
      value: expect.stringMatching(/^verification=[\w-]{32}$/) as unknown,
    },
    verified_at: null,
    created_at: expect.any(String) as unknown,
  });
  const domain = { ...added.body, path };
  const instance = `${path}/${domain.id}/verify`;
  expectProblem(await verify(owner, domain), 409, 'conflict', { instance });
  dns.records.set(domain.record.name, ['verification=other', `${domain.record.value}x`]);
  expectProblem(await verify(owner, domain), 409, 'conflict', { instance });
  dns.fails = true;
  const failed = await verify(owner, domain);
  expectProblem(failed, 503, 'dns_unavailable', { instance });
  expect(failed.headers.get('retry-after')).toBe('60');
  expect(await list(owner, path)).toEqual([added.body]);

  dns.fails = false;
  dns.records.set(domain.record.name, ['another=record', domain.record.value]);
  const verified = await verify(owner, domain);
  expect(verified.body).toEqual({ ...added.body, verified_at: expect.any(String) as unknown });
  expect((await verify(owner, domain)).body).toEqual(verified.body);
  expect(await list(owner, path)).toEqual([verified.body]);

  expect((await owner.delete(`${path}/${domain.id}`)).status).toBe(204);
  expect(await list(owner, path)).toEqual([]);
  expectProblem(await owner.delete(`${path}/${domain.id}`), 404, 'not_found', {
    instance: `${path}/${domain.id}`,
  });
  const actor = expect.objectContaining({ account_id: owner.accountId }) as unknown;
  expect(await audit(owner, path)).toEqual(
    ['domain.removed', 'domain.verified', 'domain.added'].map((action) => ({
      action,
      actor,
      details: { domain: name },
    })),
  );
});

describe('if two organizations claim a domain', () => {
  it('the first to prove it owns it for as long as its record is published', async () => {
    const [first, second] = [await claim(owner), await claim(rival)];
    publish(first, second);
    expect((await verify(owner, first)).status).toBe(200);
    expectProblem(await verify(rival, second), 409, 'conflict', {
      instance: `${second.path}/${second.id}/verify`,
    });

    publish(second);
    expect((await verify(rival, second)).body.verified_at).not.toBeNull();
    expect((await list(owner, first.path))[0].verified_at).toBeNull();
    // The event doesn't reveal who verified the domain.
    expect((await audit(owner, first.path))[0]).toEqual({
      action: 'domain.lost',
      actor: {
        kind: 'service',
        name: null,
        account_id: null,
        client_id: null,
        token_id: null,
        address: null,
        request_id: null,
      },
      details: { domain: name },
    });
    publish(first);
    expect((await verify(owner, first)).status).toBe(200);
    expect((await list(rival, second.path))[0].verified_at).toBeNull();
  });

  it('only the one that loses it loses the sessions of its identity provider', async () => {
    const [first, second] = [await claim(owner), await claim(rival)];
    const organizations = [first, second].map(({ path }) => path.split('/')[3]);
    for (const organizationId of organizations) {
      const { accountId } = await signedInCaller(app);
      await app.runSql('update sessions set method = ? where account_id = ?', [organizationId, accountId]);
    }
    const methods = async () => {
      const list = 'select method from sessions where method in (?, ?) order by method';
      const begun = await app.runSql(list, organizations);
      return begun.map(({ method }) => method);
    };
    publish(first);
    await verify(owner, first);
    expect(await methods()).toEqual(organizations);

    publish(second);
    await verify(rival, second);
    expect(await methods()).toEqual([organizations[1]]);

    // A domain that was never verified began no session.
    const { path } = second;
    const other = await rival.post<Domain>(path, { domain: `never-${name}` });
    expect((await rival.delete(`${path}/${other.body.id}`)).status).toBe(204);
    expect(await methods()).toEqual([organizations[1]]);

    await rival.delete(`${path}/${second.id}`);
    expect(await methods()).toEqual([]);
  });

  it('only one gets it if both verify at once', async () => {
    for (let round = 0; round < 5; round++) {
      name = `race-${round}.example`;
      const [first, second] = [await claim(owner), await claim(rival)];
      publish(first, second);
      const answers = await Promise.all([verify(owner, first), verify(rival, second)]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    }
  });

  it('the second can get it once the first is deleted', async () => {
    const [first, second] = [await claim(owner), await claim(rival)];
    publish(first, second);
    await verify(owner, first);
    expect((await owner.delete(first.path.replace('/domains', ''))).status).toBe(204);
    expect((await verify(rival, second)).status).toBe(200);
  });
});

describe('rejects', () => {
  it.each([
    'com',
    'co.uk',
    'github.io',
    'internal',
    'gmail.com',
    'mail.yahoo.com',
    'ｅｘａｍｐｌｅ.com',
    'exam\u200dple.com',
    '127.0.0.1',
    'ada@example.com',
    'https://example.com',
    'localhost',
    // The name of its record would be longer than 253 characters.
    `${'a'.repeat(60)}.`.repeat(3) + `${'b'.repeat(42)}.com`,
  ])('%j', async (domain) => {
    const path = pathOf(await createOrganization(owner));
    expectProblem(await owner.post(path, { domain }), 400, 'invalid_parameter', {
      instance: path,
      pointers: ['/domain'],
    });
  });

  it('the same domain twice, whatever the spelling', async () => {
    name = 'bücher.example';
    const { domain, path } = await claim(owner);
    expect(domain).toBe('xn--bcher-kva.example');
    for (const spelling of ['BÜCHER.example', 'xn--bcher-kva.example'])
      expectProblem(await owner.post(path, { domain: spelling }), 409, 'conflict', { instance: path });
  });

  it('one domain more than the limit', async () => {
    const path = pathOf(await createOrganization(owner));
    for (let i = 0; i < MOST_DOMAINS; i++)
      expect((await owner.post(path, { domain: `d${i}.example` })).status).toBe(201);
    expectProblem(await owner.post(path, { domain: name }), 409, 'conflict', { instance: path });
  });

  it('domains of a personal organization', async () => {
    const newcomer = await signedInCaller(app);
    const [{ id }] = (await newcomer.get<{ data: { id: string }[] }>('/v1/organizations')).body.data;
    const answer = await newcomer.post(pathOf(id), { domain: name });
    expectProblem(answer, 409, 'conflict', { instance: pathOf(id) });
  });

  it('callers without a fresh sign-in, except for verification', async () => {
    const stale = await signedInCaller(app);
    const domain = await claim(stale);
    publish(domain);
    await app.runSql(
      `update sessions set authenticated_at = now() - interval '11 minutes' where account_id = ?`,
      [stale.accountId],
    );
    const { path, id } = domain;
    expectProblem(await stale.post(path, { domain: 'example.org' }), 403, 'fresh_sign_in_required', {
      instance: path,
    });
    expectProblem(await stale.delete(`${path}/${id}`), 403, 'fresh_sign_in_required', {
      instance: `${path}/${id}`,
    });
    expect((await verify(stale, domain)).status).toBe(200);
  });

  it('callers that verify too often', async () => {
    const domain = await claim(owner);
    const attempts = app.app.get(AttemptsService);
    const organizationId = domain.path.split('/')[3];
    for (let i = 0; i < ATTEMPT_LIMITS.domainVerification.freeAttempts; i++)
      await attempts.note('domainVerification', organizationId);
    expectProblem(await verify(owner, domain), 429, 'too_many_attempts', {
      instance: `${domain.path}/${domain.id}/verify`,
    });
  });
});
