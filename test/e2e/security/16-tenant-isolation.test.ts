import { beforeAll, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { createAlert } from '../../support/alert-caller.js';
import { createApiKey, createClient, signedInCaller, type SignedInCaller } from '../../support/api-caller.js';
import { addDomain, createOrganization } from '../../support/organization-caller.js';
import { useTestApp } from '../../support/test-app.js';
import { logRequest } from '../../support/usage-caller.js';
import { webhookWithEvent } from '../../support/webhook-caller.js';

interface Operation {
  operationId: string;
  parameters?: { name: string; in: string }[];
  security?: Record<string, unknown>[];
}
interface IdRoute {
  method: string;
  path: string;
  operationId: string;
  /** The parameters for ids, in the path or in the query. */
  ids: { name: string; in: string }[];
}

const document = JSON.parse(
  readFileSync(new URL('../../../openapi/openapi.json', import.meta.url), 'utf8'),
) as { paths: Record<string, Record<string, Operation>> };

/** Every management operation with a parameter for an id. */
const ROUTES: IdRoute[] = Object.entries(document.paths).flatMap(([path, operations]) =>
  Object.entries(operations).flatMap(([method, { operationId, parameters = [], security = [] }]) => {
    const ids = parameters.filter(({ name }) => /(^|_)id$|Id$/.test(name));
    const isManagement = security.some((scheme) => 'session' in scheme);
    return ids.length > 0 && isManagement ? [{ method: method.toUpperCase(), path, operationId, ids }] : [];
  }),
);

/** Valid bodies, so that only the id can be the reason for a rejection. */
const BODIES: Record<string, unknown> = {
  updateAccount: { full_name: 'Taken over' },
  createApiKey: { name: 'Taken over' },
  updateApiKey: { name: 'Taken over' },
  updateClient: { name: 'Taken over' },
  updateForecastAlert: { name: 'Taken over' },
  updateOrganization: { name: 'Taken over' },
  updateMember: { role: 'viewer' },
  addDomain: { domain: 'example.org' },
  setOrganizationIssuer: { issuer: 'https://login.example.com', client_id: 'x', client_secret: 'x' },
  updateWebhook: { status: 'disabled' },
  rotateWebhookSecret: {},
  createInvitation: { email: 'intruder@example.com', role: 'owner' },
};

/** Lists that only administrators may request with another account's id: 403 for any id. */
const OF_ADMINISTRATORS: Record<string, string[]> = {
  listClients: ['account_id'],
  listOrganizations: ['account_id'],
};

const app = useTestApp();
let owner: SignedInCaller;
let stranger: SignedInCaller;
let owned: Record<string, string>;
let own: Record<string, string>;

async function createFixtures(caller: SignedInCaller): Promise<Record<string, string>> {
  const organizationId = await createOrganization(caller);
  const { body: invitation } = await caller.post<{ id: string }>(
    `/v1/organizations/${organizationId}/invitations`,
    { email: 'guest@example.com', role: 'viewer' },
  );
  const clientId = await createClient(caller, { organization_id: organizationId });
  const { body } = await caller.get<{ session: { id: string } }>('/v1/sessions/current');
  const keyId = (await createApiKey(caller, clientId)).id;
  const { loggedRequestId } = await logRequest(caller, { organization_id: organizationId });
  return {
    accountId: caller.accountId,
    account_id: caller.accountId,
    actor_account_id: caller.accountId,
    sessionId: body.session.id,
    organizationId,
    organization_id: organizationId,
    invitationId: invitation.id,
    domainId: await addDomain(caller, organizationId),
    clientId,
    client_id: clientId,
    keyId,
    api_key_id: keyId,
    alertId: (await createAlert(caller, clientId)).id,
    loggedRequestId,
    ...(await webhookWithEvent(caller, { organization_id: organizationId })),
  };
}

beforeAll(async () => {
  await signedInCaller(app());
  owner = await signedInCaller(app());
  stranger = await signedInCaller(app());
  owned = await createFixtures(owner);
  own = await createFixtures(stranger);
});

function call(route: IdRoute, ids: Record<string, string>) {
  const missing = route.ids.filter(({ name }) => !(name in ids));
  if (missing.length > 0) {
    throw new Error(
      `${route.operationId}: createFixtures makes nothing for ${missing.map(({ name }) => name).join(', ')}.`,
    );
  }
  const query = route.ids
    .filter((parameter) => parameter.in === 'query')
    .map(({ name }) => `${name}=${ids[name]}`);
  const path = route.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => ids[name]);
  return stranger.call(route.method, query.length > 0 ? `${path}?${query.join('&')}` : path, {
    body: BODIES[route.operationId],
  });
}

it('finds the routes in the OpenAPI document', () => {
  const names = ROUTES.map(({ operationId }) => operationId);
  expect(names).toEqual(expect.arrayContaining(['getAccount', 'deleteSession', 'getClient', 'revokeApiKey']));
  expect(names.length).toBeGreaterThanOrEqual(12);
});

it.each(ROUTES.map((route) => [route.operationId, route] as const))(
  '%s returns 404 for each id of another tenant, and changes nothing',
  async (_, route) => {
    const before = await dump();
    for (const { name } of route.ids) {
      const { status, body } = await call(route, { ...own, ...foreign(name) });

      const refusal = OF_ADMINISTRATORS[route.operationId]?.includes(name)
        ? [403, 'forbidden']
        : [404, 'not_found'];
      expect([name, status, body.code]).toEqual([name, ...refusal]);
    }
    expect(await dump()).toEqual(before);
  },
);

/** Returns the owner's id for the parameter. */
function foreign(name: string): Record<string, string> {
  return { [name]: owned[name] };
}

async function dump() {
  const where = `where account_id = '${owner.accountId}'`;
  return app().runSql(
    `select (select to_jsonb(a) from accounts a where id = '${owner.accountId}') as account,
     (select jsonb_agg(c order by id) from clients c ${where}) as clients,
     (select jsonb_agg(o order by id) from organizations o where created_by = '${owner.accountId}') as organizations,
     (select jsonb_agg(m order by organization_id, account_id) from organization_members m) as members,
     (select jsonb_agg(i order by id) from organization_invitations i) as invitations,
     (select jsonb_agg(d order by id) from organization_domains d) as domains,
     (select jsonb_agg(jsonb_build_array(w.url, w.disabled_reason, w.secret) order by id) from webhooks w) as webhooks,
     (select jsonb_agg(to_jsonb(s) - 'last_seen_at' order by id) from sessions s ${where}) as sessions,
     (select jsonb_agg(k order by id) from api_keys k where client_id in (select id from clients ${where})) as keys,
     (select jsonb_agg(a order by id) from forecast_alerts a where client_id in (select id from clients ${where})) as alerts`,
  );
}
