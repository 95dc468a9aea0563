/** @slow */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  allows,
  ORGANIZATION_ROLES,
  type OrganizationRole,
  type OwnPermission as Permission,
  PERMISSIONS,
} from '../../../src/organizations/permissions.js';
import {
  ApiCaller,
  bearer,
  createApiKey,
  createClient,
  createToken,
  signedInCaller,
  type SignedInCaller,
} from '../../support/api-caller.js';
import { OWN_FEATURE_SET } from '../../../src/boot/features/features.js';
import { createAlert } from '../../support/alert-caller.js';
import { type DnsServer, startDnsServer } from '../../support/dns-server.js';
import { DOCUMENTED_ROUTES } from '../../support/documented-routes.js';
import { addTotp } from '../../support/factors.js';
import { addDomain, createOrganization, join } from '../../support/organization-caller.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { webhookWithEvent } from '../../support/webhook-caller.js';
import { logRequest } from '../../support/usage-caller.js';
import { newAddress, type Request, REQUESTS, type Scene } from './permission-requests.js';

const PERMISSION_NAMES = Object.keys(PERMISSIONS) as Permission[];
const mayDo = (permission: Permission, role: OrganizationRole | undefined) =>
  allows(PERMISSIONS[permission], role);

/** Routes that don't depend on a role in an organization. They have their own tests. */
const ASK_FOR_NO_ROLE = [
  'createOrganization',
  'listOrganizations',
  'getOrganizationQuota',
  'previewInvitation',
  'acceptInvitation',
  'getDefaultLimits',
];

/** Routes that accept tokens; test/e2e/accounts/tokens tests their scopes. */
const TAKE_TOKENS = new Set(
  DOCUMENTED_ROUTES.filter(({ security }) => security.includes('personalAccessToken')).map(
    ({ operationId }) => operationId,
  ),
);
const TOKEN_SCOPES = OWN_FEATURE_SET.scopesOf('token');

/** Sufficient to list the requests. */
const ANY_SCENE = new Proxy({} as Scene, { get: () => 'x' });
type Part = keyof Scene;
/** Returns which parts of a scene the requests for a permission name. */
function partsOf(permission: Permission): Set<Part> {
  const parts = new Set<Part>();
  REQUESTS[permission](new Proxy({} as Scene, { get: (_scene, part: Part) => void parts.add(part) }));
  return parts;
}
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
/** Callers with each role, without a second factor. */
const unprotected = new Map<OrganizationRole, SignedInCaller>();
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
    unprotected.set(role, await signedInCaller(app()));
    // An owner needs a factor to require one.
    if (role === 'owner') await addTotp(app(), caller);
    tokens.set(role, (await createToken(caller, TOKEN_SCOPES)).token);
  }
  for (const role of [...ORGANIZATION_ROLES, undefined]) sharedScenes.set(role, await createScene(role));
});

afterAll(async () => {
  await service.close();
  dns.stop();
});

/** Creates an organization with the caller in the role, and with one object of each kind that is needed. */
async function createScene(
  role: OrganizationRole | undefined,
  {
    caller = role ? callers.get(role)! : stranger,
    needs = () => true,
  }: { caller?: SignedInCaller; needs?: (part: Part) => boolean } = {},
): Promise<Scene> {
  const organizationId = await createOrganization(owner);
  if (role) await join(owner, organizationId, caller, role);
  if (needs('memberId')) await join(owner, organizationId, spare, 'viewer');
  const owned = { organization_id: organizationId };
  const isLogged = needs('loggedRequestId');
  const isClientNeeded = needs('clientId') || needs('keyId') || needs('alertId');
  const { clientId = '', loggedRequestId = '' } = isLogged
    ? await logRequest(owner, owned)
    : { clientId: isClientNeeded ? await createClient(owner, owned) : '' };
  const invitation = { email: newAddress(), role: 'viewer' };
  const invite = () =>
    owner.post<{ id: string }>(`/v1/organizations/${organizationId}/invitations`, invitation);
  const isWebhookNeeded = needs('webhookId') || needs('eventId');
  return {
    caller,
    organizationId,
    clientId,
    keyId: needs('keyId') ? (await createApiKey(owner, clientId)).id : '',
    alertId: needs('alertId') ? (await createAlert(owner, clientId)).id : '',
    loggedRequestId,
    memberId: spare.accountId,
    ownerId: owner.accountId,
    invitationId: needs('invitationId') ? (await invite()).body.id : '',
    domainId: needs('domainId') ? await addDomain(owner, organizationId) : '',
    ...(isWebhookNeeded ? await webhookWithEvent(owner, owned) : { webhookId: '', eventId: '' }),
  };
}

/**
 * Returns the requests for a permission and role, and the expected status of each. Permitted requests that change
 * something may use up the scene, so these get a new one.
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
  const parts = partsOf(permission);
  const needs = (part: Part) => parts.has(part);
  const scene = usesUp ? await createScene(role, { needs }) : sharedScenes.get(role)!;
  const requests = REQUESTS[permission](scene);
  const expected = requests.map(([operationId, granted]) => [
    operationId,
    admits(operationId) ? granted : refusal,
  ]);
  return { caller: scene.caller, requests, expected };
}

/** Returns the status and problem code of each request. */
async function askForCodes(caller: SignedInCaller, requests: Request[]) {
  const answers: [string, number, unknown][] = [];
  for (const [operationId, , path, body] of requests) {
    const own = path.replace(/\/me$/, `/${caller.accountId}`);
    const answer = await caller.call(METHODS.get(operationId)!, own, { body });
    answers.push([operationId, answer.status, answer.body.code]);
  }
  return answers;
}

/** Returns the status of each request. */
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

it.each(ORGANIZATION_ROLES)('shows members with the role %s their permissions', async (role) => {
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
    // An administrator who isn't a member can't leave.
    const refusal = permission === 'organization.leave' ? 404 : 403;
    const { requests, expected } = await createCell(permission, undefined, () => mayAdministrator, refusal);

    expect(await ask(stranger, requests)).toEqual(requests.map(([operationId]) => [operationId, 404]));
    expect(await ask(administrator, requests)).toEqual(expected);
  });
});

describe.each(ORGANIZATION_ROLES)('%s, without the second factor that the organization requires', (role) => {
  const LEFT: [Permission, string][] = [
    ['organization.read', 'getOrganization'],
    ['organization.leave', 'removeMember'],
  ];
  let scene: Scene;
  let token: string;
  beforeAll(async () => {
    const caller = unprotected.get(role)!;
    scene = await createScene(role, { caller });
    token = (await createToken(caller, TOKEN_SCOPES)).token;
    await app().runSql('update organizations set require_factor = true where id = ?', [scene.organizationId]);
  });
  const refusalOf = (operationId: string) =>
    // This route searches all organizations that the caller may access, so the request isn't found.
    operationId === 'getRequest' ? [404, 'not_found'] : [403, 'factor_required'];
  const isLeft = (permission: Permission, operationId: string) =>
    LEFT.some(([left, operation]) => left === permission && operation === operationId);
  // Leaving comes last, since it ends the membership.
  const permissions = PERMISSION_NAMES.toSorted(
    (one, other) => Number(one === 'organization.leave') - Number(other === 'organization.leave'),
  );

  it.each(permissions)('%s, by a personal access token', async (permission) => {
    const requests = REQUESTS[permission](scene);
    const program = { caller: new ApiCaller(app().url), headers: bearer(token) };

    expect(await ask(scene.caller, requests, program)).toEqual(
      requests.map(([operationId, granted]) => [
        operationId,
        isLeft(permission, operationId) && TAKE_TOKENS.has(operationId) ? granted : refusalOf(operationId)[0],
      ]),
    );
  });

  it.each(permissions)('%s', async (permission) => {
    const requests = REQUESTS[permission](scene);

    const answers = await askForCodes(scene.caller, requests);
    expect(answers).toEqual(
      requests.map(([operationId, granted]) => [
        operationId,
        ...(isLeft(permission, operationId) ? [granted, undefined] : refusalOf(operationId)),
      ]),
    );
  });
});

it('every route for what organizations own is in the table', () => {
  const asked = Object.values(REQUESTS).flatMap((requests) => requests(ANY_SCENE).map(([name]) => name));
  const routes = DOCUMENTED_ROUTES.filter(({ path }) =>
    /^\/v1\/(organizations|invitations|clients|alerts|webhooks|usage|audit)/.test(path),
  );

  expect([...new Set([...asked, ...ASK_FOR_NO_ROLE])].sort()).toEqual(
    routes.map(({ operationId }) => operationId).sort(),
  );
});
