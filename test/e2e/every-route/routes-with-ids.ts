import { createAlert } from '../../support/alert-caller.js';
import { createApiKey, createClient, createToken, type SignedInCaller } from '../../support/api-caller.js';
import { DOCUMENTED_ROUTES, pathParameters } from '../../support/documented-routes.js';
import { addTotp } from '../../support/factors.js';
import { addDomain, createOrganization } from '../../support/organization-caller.js';
import { type TestApp } from '../../support/test-app.js';
import { logRequest } from '../../support/usage-caller.js';
import { webhookWithEvent } from '../../support/webhook-caller.js';

export const PREFIXES = {
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
export type IdName = keyof typeof PREFIXES;
export type Ids = Record<IdName, string>;

/** The routes with an id in their path, once for each id. */
export const IDS = DOCUMENTED_ROUTES.flatMap((route) =>
  pathParameters(route.path)
    // Identity providers belong to no one, only administrators see messages, and jobs and stations need an API key.
    .filter((name) => !['provider', 'mailId', 'jobId', 'stationId'].includes(name))
    .map((name) => ({ ...route, name: name as IdName })),
);

/** Creates an object of each kind. */
export async function idsOf(app: TestApp, caller: SignedInCaller): Promise<Ids> {
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
    factorId: (await addTotp(app, caller)).id,
    tokenId: (await createToken(caller, ['clients:read'])).id,
    alertId: (await createAlert(caller, clientId)).id,
  };
}
