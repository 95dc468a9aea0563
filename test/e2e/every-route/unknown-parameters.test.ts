import { beforeAll, describe, expect, it } from '@jest/globals';
import { createApiKey, createClient, signedInCaller, type SignedInCaller } from '../../support/api-caller.js';
import { PROBLEM_ROUTES, fillPath } from '../../support/documented-routes.js';
import { addDomain, createOrganization } from '../../support/organization-caller.js';
import { expectProblem } from '../../support/problems.js';
import { useTestApp } from '../../support/test-app.js';
import { logRequest } from '../../support/usage-caller.js';
import { webhookWithEvent } from '../../support/webhook-caller.js';

// Keyed routes check the key before anything else. Identity providers return with parameters of their own, which RFC
// 6749 says to ignore.
const ROUTES = PROBLEM_ROUTES.filter(
  ({ security, path }) => !security.includes('apiKeyHeader') && !path.endsWith('/callback'),
);

const app = useTestApp();
let caller: SignedInCaller;
let ids: Record<string, string>;
beforeAll(async () => {
  caller = await signedInCaller(app());
  const other = await signedInCaller(app());
  const clientId = await createClient(caller);
  const { id: keyId } = await createApiKey(caller, clientId);
  const { body } = await caller.get<{ session: { id: string } }>('/v1/sessions/current');
  const { loggedRequestId } = await logRequest(caller);
  const organizationId = await createOrganization(caller);
  const { body: invitation } = await caller.post<{ id: string }>(
    `/v1/organizations/${organizationId}/invitations`,
    { email: 'guest@example.com', role: 'viewer' },
  );
  const { body: identities } = await caller.get<{ data: { id: string }[] }>('/v1/accounts/me/identities');
  ids = {
    accountId: other.accountId,
    clientId,
    keyId,
    sessionId: body.session.id,
    loggedRequestId,
    organizationId,
    invitationId: invitation.id,
    domainId: await addDomain(caller, organizationId),
    ...(await webhookWithEvent(caller)),
    identityId: identities.data[0].id,
    factorId: 'fac_01ARZ3NDEKTSV4RRFFQ69G5FAV',
    tokenId: 'pat_01ARZ3NDEKTSV4RRFFQ69G5FAV',
    provider: 'oidc',
  };
});

describe('query parameters', () => {
  it.each(ROUTES)('that are unknown are rejected by $method $path', async ({ method, path, body }) => {
    const instance = fillPath(path, ids);
    for (const parameters of [
      ['dry_run', 'apikey'],
      ['__proto__', 'constructor'],
    ]) {
      const query = parameters.map((name) => `${name}=1&${name}=2`).join('&');
      const answer = await caller.call(method, `${instance}?${query}`, { body });

      expectProblem(answer, 400, 'invalid_parameter', { instance, parameters });
    }
  });
});

describe('members of a body', () => {
  const WITHOUT_BODY = ROUTES.filter(({ method, body }) => method !== 'GET' && body === undefined);

  it.each(WITHOUT_BODY)('are rejected by $method $path, which has none', async ({ method, path }) => {
    const instance = fillPath(path, ids);
    const call = (body: unknown) => caller.call(method, instance, { body });

    expectProblem(await call({ dry_run: true, 'a/b': 1 }), 400, 'invalid_parameter', {
      instance,
      pointers: ['/dry_run', '/a~1b'],
    });
    expectProblem(await call(['x']), 400, 'invalid_parameter', { instance, pointers: [''] });
    expectProblem(await call('{'), 400, 'malformed_body', { instance });
  });

  it('may be absent', async () => {
    const { clientId } = ids;
    const { id } = await createApiKey(caller, clientId);
    const instance = `/v1/clients/${clientId}/api-keys/${id}`;

    expect((await caller.call('DELETE', instance, { body: {} })).status).toBe(204);
  });
});

it('has changed nothing in any of these tests', async () => {
  const { accountId, clientId, keyId } = ids;
  for (const path of [
    '/v1/sessions/current',
    `/v1/accounts/${accountId}`,
    `/v1/clients/${clientId}`,
    `/v1/clients/${clientId}/api-keys/${keyId}`,
  ]) {
    expect([path, (await caller.get(path)).status]).toEqual([path, 200]);
  }
  expect(await app().runSql('select count(*)::int as resets from one_time_links')).toEqual([{ resets: 0 }]);
});
