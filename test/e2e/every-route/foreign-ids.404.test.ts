import { beforeAll, describe, expect, it, jest } from '@jest/globals';
import { newId } from '../../../src/core/http/identifier.js';
import { RequestPaceService } from '../../../src/core/http/access/pace/request-pace.service.js';
import {
  createApiKey,
  createClient,
  createToken,
  PASSWORD,
  signedInCaller,
  type SignedInCaller,
} from '../../support/api-caller.js';
import { createAlert } from '../../support/alert-caller.js';
import {
  DOCUMENTED_ROUTES,
  type DocumentedRoute,
  fillPath,
  pathParameters,
} from '../../support/documented-routes.js';
import { addDomain, createOrganization } from '../../support/organization-caller.js';
import { expectProblem } from '../../support/problems.js';
import { useTestApp } from '../../support/test-app.js';
import { addTotp } from '../../support/factors.js';
import { logRequest } from '../../support/usage-caller.js';
import { webhookWithEvent } from '../../support/webhook-caller.js';

const PREFIXES = {
  accountId: 'acc',
  sessionId: 'ses',
  clientId: 'cli',
  keyId: 'key',
  loggedRequestId: 'req',
  organizationId: 'org',
  invitationId: 'inv',
  domainId: 'dom',
  webhookId: 'whk',
  eventId: 'evt',
  identityId: 'idn',
  tokenId: 'pat',
  factorId: 'fac',
  alertId: 'fal',
} as const;
type IdName = keyof typeof PREFIXES;
type Ids = Record<IdName, string>;

/** Malformed ids. */
const NO_IDS = [
  'x',
  '%00',
  'cli_%00',
  'null',
  'cli_',
  'cli_01ARZ3NDEKTSV4RRFFQ69G5FA',
  'cli_01ARZ3NDEKTSV4RRFFQ69G5FAVX',
  'cli_01arz3ndektsv4rrffq69g5fav',
  'CLI_01ARZ3NDEKTSV4RRFFQ69G5FAV',
  'aud_01ARZ3NDEKTSV4RRFFQ69G5FAV',
  `cli_01ARZ3NDEKTSV4RRFFQ69G5FAV%20`,
  '%F0%9F%8C%A9',
  `'%20or%201=1--`,
];

const IDS = DOCUMENTED_ROUTES.flatMap((route) =>
  pathParameters(route.path)
    // Identity providers belong to no one, only administrators see messages, and jobs need an API key.
    .filter((name) => !['provider', 'mailId', 'jobId'].includes(name))
    .map((name) => ({ ...route, name: name as IdName })),
);

const app = useTestApp();
let admin: SignedInCaller;
let member: SignedInCaller;
let own: Ids;
let foreign: Ids;
let goneAccountId: string;

async function idsOf(caller: SignedInCaller): Promise<Ids> {
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
  return {
    accountId: caller.accountId,
    clientId,
    keyId,
    sessionId: body.session.id,
    loggedRequestId,
    organizationId,
    invitationId: invitation.id,
    domainId: await addDomain(caller, organizationId),
    ...(await webhookWithEvent(caller)),
    identityId: identities.data[0].id,
    factorId: (await addTotp(app(), caller)).id,
    tokenId: (await createToken(caller, ['clients:read'])).id,
    alertId: (await createAlert(caller, clientId)).id,
  };
}

beforeAll(async () => {
  // One account gets more rejections here than the limit allows.
  jest.spyOn(RequestPaceService.prototype, 'noteAnswer').mockReturnValue();
  // The first account is the administrator, who may see all of them.
  admin = await signedInCaller(app());
  foreign = await idsOf(admin);
  member = await signedInCaller(app());
  own = await idsOf(member);
  const gone = await signedInCaller(app());
  goneAccountId = gone.accountId;
  await gone.call('DELETE', '/v1/accounts/me', { body: { password: PASSWORD } });
});

it('covers the routes with an id in their path', () => {
  expect(IDS.length).toBeGreaterThanOrEqual(19);
});

/** Expects the response for the id to equal that for a missing one. */
async function expectHidden(
  caller: SignedInCaller,
  { method, path, body, name }: DocumentedRoute & { name: IdName },
  id: string,
) {
  const pathWith = (value: string) => fillPath(path, { ...own, [name]: value });
  const call = (value: string) => caller.call(method, pathWith(value), { body });
  const missingId = newId(PREFIXES[name]);

  const answer = await call(id);

  expectProblem(answer, 404, 'not_found', { instance: pathWith(id) });
  const missing = await call(missingId);
  expect(JSON.parse(JSON.stringify(answer.body).replaceAll(id, missingId))).toEqual(missing.body);
}

describe.each(IDS)('$method $path, {$name}', (route) => {
  const { method, path, body, name } = route;

  it("returns 404 for another account's id, exactly as for a missing one", async () => {
    await expectHidden(member, route, foreign[name]);
  });

  it('returns 404 for malformed ids', async () => {
    for (const noId of NO_IDS) {
      const instance = fillPath(path, { ...own, [name]: noId.replace(/^cli_/, `${PREFIXES[name]}_`) });
      expectProblem(await member.call(method, instance, { body }), 404, 'not_found', { instance });
    }
  });
});

describe.each(IDS.filter(({ name }) => name === 'accountId'))('$method $path', (route) => {
  it('returns 404 to an administrator for a deleted account, exactly as for a missing one', async () => {
    await expectHidden(admin, route, goneAccountId);
  });
});

it('has used the id of an account that existed', async () => {
  const rows = await app().runSql('select deleted_at is not null as gone from accounts where id = ?', [
    goneAccountId,
  ]);
  expect(rows).toEqual([{ gone: true }]);
});

it('has changed nothing of the other account', async () => {
  const keys = await admin.get<{ data: { id: string }[] }>(
    `/v1/clients/${foreign.clientId}/api-keys?status=active`,
  );
  expect(keys.body.data.map(({ id }) => id)).toEqual([foreign.keyId]);
  expect((await admin.get(`/v1/clients/${foreign.clientId}`)).body).toMatchObject({ name: 'A client' });
  expect((await admin.get('/v1/accounts/me')).body).toMatchObject({
    full_name: 'A Member',
    status: 'active',
  });
});
