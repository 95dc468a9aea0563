import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  mayDo,
  ORGANIZATION_ROLES,
  type OrganizationRole,
  type Permission,
  PERMISSION_NAMES,
} from '../../../src/organizations/permissions.types.js';
import {
  ApiCaller,
  bearer,
  createApiKey,
  createToken,
  signedInCaller,
  type SignedInCaller,
} from '../../support/api-caller.js';
import { OWN_FEATURE_SET } from '../../../src/features/features.js';
import { type DnsServer, startDnsServer } from '../../support/dns-server.js';
import { DOCUMENTED_ROUTES } from '../../support/documented-routes.js';
import { addDomain, createOrganization, join } from '../../support/organization-caller.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { logRequest } from '../../support/usage-caller.js';

/** What the requests of one cell are about. */
interface Scene {
  caller: SignedInCaller;
  organizationId: string;
  clientId: string;
  keyId: string;
  loggedRequestId: string;
  /** Members that nobody minds losing. */
  memberId: string;
  ownerId: string;
  invitationId: string;
  domainId: string;
}

/** The status where the permission is given, the path and the body. */
type Request = [operationId: string, granted: number, path: string, body?: unknown];

let invited = 0;
const newAddress = () => `invited-${(invited += 1)}@example.com`;

/** For each permission one request to each route that asks for it. What is left out is proved below to ask for none. */
const REQUESTS: Record<Permission, (scene: Scene) => Request[]> = {
  'organization.read': ({ organizationId }) => [
    ['getOrganization', 200, `/v1/organizations/${organizationId}`],
    ['listMembers', 200, `/v1/organizations/${organizationId}/members`],
  ],
  'organization.update': ({ organizationId }) => [
    ['updateOrganization', 200, `/v1/organizations/${organizationId}`, { name: 'Renamed' }],
  ],
  'limits.change': ({ organizationId }) => [
    ['updateOrganization', 200, `/v1/organizations/${organizationId}`, { rate_limits: { day: 9 } }],
  ],
  'organization.delete': ({ organizationId }) => [
    ['deleteOrganization', 204, `/v1/organizations/${organizationId}`],
  ],
  // By the caller itself, who is a member in every scene but that of a stranger.
  'organization.leave': ({ organizationId }) => [
    ['removeMember', 204, `/v1/organizations/${organizationId}/members/me`],
  ],
  'members.manage': ({ organizationId, memberId }) => [
    ['updateMember', 200, `/v1/organizations/${organizationId}/members/${memberId}`, { role: 'admin' }],
    ['removeMember', 204, `/v1/organizations/${organizationId}/members/${memberId}`],
  ],
  'owners.manage': ({ organizationId, memberId, ownerId }) => [
    ['updateMember', 200, `/v1/organizations/${organizationId}/members/${memberId}`, { role: 'owner' }],
    ['updateMember', 200, `/v1/organizations/${organizationId}/members/${ownerId}`, { role: 'admin' }],
    [
      'createInvitation',
      201,
      `/v1/organizations/${organizationId}/invitations`,
      { email: newAddress(), role: 'owner' },
    ],
  ],
  'invitations.manage': ({ organizationId, invitationId }) => [
    ['listInvitations', 200, `/v1/organizations/${organizationId}/invitations`],
    [
      'createInvitation',
      201,
      `/v1/organizations/${organizationId}/invitations`,
      { email: newAddress(), role: 'admin' },
    ],
    ['withdrawInvitation', 204, `/v1/organizations/${organizationId}/invitations/${invitationId}`],
  ],
  'issuer.manage': ({ organizationId }) => [
    [
      'setOrganizationIssuer',
      409,
      `/v1/organizations/${organizationId}/issuer`,
      { issuer: 'https://login.example.com', client_id: 'weather', client_secret: 'secret' },
    ],
    ['getOrganizationIssuer', 404, `/v1/organizations/${organizationId}/issuer`],
    ['removeOrganizationIssuer', 404, `/v1/organizations/${organizationId}/issuer`],
  ],
  'domains.manage': ({ organizationId, domainId }) => [
    ['addDomain', 201, `/v1/organizations/${organizationId}/domains`, { domain: 'example.org' }],
    ['listDomains', 200, `/v1/organizations/${organizationId}/domains`],
    // Its record is nowhere published.
    ['verifyDomain', 409, `/v1/organizations/${organizationId}/domains/${domainId}/verify`],
    ['removeDomain', 204, `/v1/organizations/${organizationId}/domains/${domainId}`],
  ],
  'clients.read': ({ organizationId, clientId }) => [
    ['getClient', 200, `/v1/clients/${clientId}`],
    ['listClients', 200, `/v1/clients?organization_id=${organizationId}`],
  ],
  'clients.manage': ({ clientId }) => [
    ['updateClient', 200, `/v1/clients/${clientId}`, { name: 'Renamed' }],
    ['deleteClient', 204, `/v1/clients/${clientId}`],
  ],
  'secrets.create': ({ organizationId, clientId, keyId }) => [
    ['createClient', 201, '/v1/clients', { name: 'Made', organization_id: organizationId }],
    ['rotateClientSecret', 201, `/v1/clients/${clientId}/secret`, {}],
    ['createApiKey', 201, `/v1/clients/${clientId}/api-keys`, { name: 'Made' }],
    ['rotateApiKey', 201, `/v1/clients/${clientId}/api-keys/${keyId}/rotate`, {}],
  ],
  'keys.read': ({ clientId, keyId }) => [
    ['listApiKeys', 200, `/v1/clients/${clientId}/api-keys`],
    ['getApiKey', 200, `/v1/clients/${clientId}/api-keys/${keyId}`],
  ],
  'keys.manage': ({ clientId, keyId }) => [
    ['updateApiKey', 200, `/v1/clients/${clientId}/api-keys/${keyId}`, { name: 'Renamed' }],
    ['revokeApiKey', 204, `/v1/clients/${clientId}/api-keys/${keyId}`],
  ],
  'forecasts.try': ({ clientId }) => [
    ['createApiKey', 201, `/v1/clients/${clientId}/api-keys`, { ephemeral: true }],
  ],
  'usage.read': ({ organizationId, clientId, loggedRequestId }) => [
    ['getUsage', 200, `/v1/usage?organization_id=${organizationId}`],
    ['getQuota', 200, `/v1/usage/quota?client_id=${clientId}`],
    ['listRequests', 200, `/v1/usage/requests?client_id=${clientId}`],
    ['getRequest', 200, `/v1/usage/requests/${loggedRequestId}`],
  ],
  'audit.read': ({ organizationId }) => [
    ['listAuditEvents', 200, `/v1/audit?organization_id=${organizationId}`],
  ],
};

/** They concern nobody's organization but the caller's own: see their own tests. */
const ASK_FOR_NO_ROLE = [
  'createOrganization',
  'listOrganizations',
  'getOrganizationQuota',
  'previewInvitation',
  'acceptInvitation',
  'getDefaultLimits',
];

/** Who may call them by a token is proved beside the tokens. */
const TAKE_TOKENS = new Set(
  DOCUMENTED_ROUTES.filter(({ security }) => security.includes('personalAccessToken')).map(
    ({ operationId }) => operationId,
  ),
);
const TOKEN_SCOPES = OWN_FEATURE_SET.scopesOf('token');

/** For what asks only which requests there are. */
const ANY_SCENE = new Proxy({} as Scene, { get: () => 'x' });
const METHODS = new Map(DOCUMENTED_ROUTES.map(({ operationId, method }) => [operationId, method]));

let dns: DnsServer;
let service: TestApp;
const app = () => service;
let owner: SignedInCaller;
let administrator: SignedInCaller;
let stranger: SignedInCaller;
let spare: SignedInCaller;
const callers = new Map<OrganizationRole, SignedInCaller>();
const tokens = new Map<OrganizationRole, string>();
const sharedScenes = new Map<OrganizationRole | undefined, Scene>();

beforeAll(async () => {
  dns = await startDnsServer();
  service = await startTestApp({
    MAX_ORGANIZATIONS_PER_ACCOUNT: '1000',
    MAX_CLIENTS_PER_ACCOUNT: '1000',
    DNS_SERVERS: dns.address,
  });
  administrator = await signedInCaller(app());
  owner = await signedInCaller(app());
  stranger = await signedInCaller(app());
  spare = await signedInCaller(app());
  for (const role of ORGANIZATION_ROLES) {
    const caller = await signedInCaller(app());
    callers.set(role, caller);
    tokens.set(role, (await createToken(caller, TOKEN_SCOPES)).token);
  }
  for (const role of [...ORGANIZATION_ROLES, undefined]) sharedScenes.set(role, await createScene(role));
});

afterAll(async () => {
  await service.close();
  dns.stop();
});

/** A new organization with everything in it, and the caller in the role. */
async function createScene(role: OrganizationRole | undefined): Promise<Scene> {
  const organizationId = await createOrganization(owner);
  const caller = role ? callers.get(role)! : stranger;
  if (role) await join(owner, organizationId, caller, role);
  await join(owner, organizationId, spare, 'viewer');
  const { clientId, loggedRequestId } = await logRequest(owner, { organization_id: organizationId });
  const { body } = await owner.post<{ id: string }>(`/v1/organizations/${organizationId}/invitations`, {
    email: newAddress(),
    role: 'viewer',
  });
  const { id: keyId } = await createApiKey(owner, clientId);
  const domainId = await addDomain(owner, organizationId);
  return {
    caller,
    organizationId,
    clientId,
    keyId,
    loggedRequestId,
    memberId: spare.accountId,
    ownerId: owner.accountId,
    invitationId: body.id,
    domainId,
  };
}

/**
 * The requests of a cell, and the status that each has to get. A request that is let in and changes something may use the
 * scene up: such a cell has one of its own.
 */
async function createCell(
  permission: Permission,
  role: OrganizationRole | undefined,
  admits: (operationId: string) => boolean,
  refusal = 403,
) {
  const usesUp = REQUESTS[permission](ANY_SCENE).some(
    ([operationId]) => admits(operationId) && METHODS.get(operationId) !== 'GET',
  );
  const scene = usesUp ? await createScene(role) : sharedScenes.get(role)!;
  const requests = REQUESTS[permission](scene);
  const expected = requests.map(([operationId, granted]) => [
    operationId,
    admits(operationId) ? granted : refusal,
  ]);
  return { caller: scene.caller, requests, expected };
}

/** The status of each request. */
async function ask(
  caller: SignedInCaller,
  requests: Request[],
  as: { caller: ApiCaller; headers?: Record<string, string> } = { caller },
): Promise<[string, number][]> {
  const answers: [string, number][] = [];
  for (const [operationId, , path, body] of requests) {
    const own = path.replace(/\/me$/, `/${caller.accountId}`);
    const { status } = await as.caller.call(METHODS.get(operationId)!, own, { body, headers: as.headers });
    answers.push([operationId, status]);
  }
  return answers;
}

it.each(ORGANIZATION_ROLES)('an organization tells a member who is %s what it allows', async (role) => {
  const caller = callers.get(role)!;
  const organizationId = await createOrganization(owner);
  await join(owner, organizationId, caller, role);
  const permissionsFor = async (reader: SignedInCaller) =>
    (await reader.get<{ permissions: Permission[] }>(`/v1/organizations/${organizationId}`)).body.permissions;

  expect(await permissionsFor(caller)).toEqual(PERMISSION_NAMES.filter((name) => mayDo(name, role)));
  expect(await permissionsFor(administrator)).toEqual(
    PERMISSION_NAMES.filter((name) => mayDo(name, undefined)),
  );
  await join(owner, organizationId, administrator, role);
  expect(await permissionsFor(administrator)).toEqual(
    PERMISSION_NAMES.filter((name) => mayDo(name, role) || mayDo(name, undefined)),
  );
});

describe.each(PERMISSION_NAMES)('%s', (permission) => {
  it.each(ORGANIZATION_ROLES)('%s', async (role) => {
    const { caller, requests, expected } = await createCell(permission, role, () => mayDo(permission, role));

    expect(await ask(caller, requests)).toEqual(expected);
  });

  it.each(ORGANIZATION_ROLES)('%s, by a personal access token with every scope', async (role) => {
    const { caller, requests, expected } = await createCell(
      permission,
      role,
      (operationId) =>
        TAKE_TOKENS.has(operationId) && permission !== 'forecasts.try' && mayDo(permission, role),
    );

    const program = { caller: new ApiCaller(app().url), headers: bearer(tokens.get(role)!) };
    expect(await ask(caller, requests, program)).toEqual(expected);
  });

  it('a stranger, and an administrator of the service', async () => {
    const mayAdministrator = mayDo(permission, undefined);
    // No member of it can leave it.
    const refusal = permission === 'organization.leave' ? 404 : 403;
    const { requests, expected } = await createCell(permission, undefined, () => mayAdministrator, refusal);

    expect(await ask(stranger, requests)).toEqual(requests.map(([operationId]) => [operationId, 404]));
    expect(await ask(administrator, requests)).toEqual(expected);
  });
});

it('every route of what organizations have is in the table', () => {
  const asked = Object.values(REQUESTS).flatMap((requests) => requests(ANY_SCENE).map(([name]) => name));
  const routes = DOCUMENTED_ROUTES.filter(({ path }) =>
    /^\/v1\/(organizations|invitations|clients|usage|audit)/.test(path),
  );

  expect([...new Set([...asked, ...ASK_FOR_NO_ROLE])].sort()).toEqual(
    routes.map(({ operationId }) => operationId).sort(),
  );
});
