/** @slow */
import { beforeAll, describe, expect, it, jest } from '@jest/globals';
import { RequestPaceService } from '../../../../src/core/http/access/pace/request-pace.service.js';
import {
  ApiCaller,
  bearer,
  createApiKey,
  createClient,
  createToken,
  onceAllowed,
  signedInCaller,
  type SignedInCaller,
} from '../../../support/api-caller.js';
import { type DocumentedRoute, fillPath, PROBLEM_ROUTES } from '../../../support/documented-routes.js';
import { createOrganization } from '../../../support/organization-caller.js';
import { expectProblem } from '../../../support/problems.js';
import { createAlert, FROST } from '../../../support/alert-caller.js';
import { webhookWithEvent } from '../../../support/webhook-caller.js';
import { useTestApp } from '../../../support/test-app.js';
import { logRequest } from '../../../support/usage-caller.js';

/** What a token with each scope can access. Routes in none of the lists are closed to all tokens. */
const OPENED: Record<string, string[]> = {
  'profile:read': ['getOwnAccount', 'listIdentities'],
  'accounts:read': ['listAccounts', 'getAccount'],
  'organizations:read': ['listOrganizations', 'getOrganization', 'getOrganizationQuota', 'listMembers'],
  'clients:read': ['listClients', 'getClient', 'getDefaultLimits'],
  'clients:manage': ['createClient', 'updateClient', 'rotateClientSecret', 'deleteClient'],
  'keys:manage': ['listApiKeys', 'getApiKey', 'createApiKey', 'updateApiKey', 'rotateApiKey', 'revokeApiKey'],
  'usage:read': ['getUsage', 'getQuota', 'listRequests', 'getRequest', 'getAccuracy'],
  'audit:read': ['listAuditEvents'],
  'webhooks:read': ['listWebhooks', 'getWebhook', 'listWebhookDeliveries'],
  'webhooks:manage': [
    ...['createWebhook', 'updateWebhook', 'rotateWebhookSecret', 'deleteWebhook'],
    ...['testWebhook', 'retryWebhookDelivery'],
  ],
  'forecast-alerts:read': ['listForecastAlerts', 'getForecastAlert'],
  'forecast-alerts:manage': ['createForecastAlert', 'updateForecastAlert', 'deleteForecastAlert'],
};
const SCOPES = Object.keys(OPENED);
const ROUTES = PROBLEM_ROUTES.filter(({ security }) => security.includes('session'));

const app = useTestApp({ MAX_CLIENTS_PER_ACCOUNT: '100' });
let admin: SignedInCaller;
let loggedRequestId: string;
let organizationId: string;
beforeAll(async () => {
  // One account gets more rejections here than the limit allows.
  jest.spyOn(RequestPaceService.prototype, 'noteAnswer').mockReturnValue();
  admin = await signedInCaller(app());
  ({ loggedRequestId } = await logRequest(admin));
  organizationId = await createOrganization(admin);
});

const BODIES: Record<string, unknown> = {
  createClient: { name: 'Made by a token' },
  updateClient: { description: 'Changed by a token' },
  createApiKey: { name: 'Made by a token' },
  updateApiKey: { name: 'Changed by a token' },
  createWebhook: { url: 'https://hooks.example.com' },
  updateWebhook: { description: 'Changed by a token' },
  rotateWebhookSecret: {},
  updateForecastAlert: { hysteresis: 1 },
};

/** Uses the administrator's own objects, and new ones where the request ends something. */
async function askFor({ method, operationId, path }: DocumentedRoute, token: string) {
  const clientId = await createClient(admin);
  const { id: keyId } = await createApiKey(admin, clientId);
  const ids = {
    ...{ clientId, keyId, loggedRequestId, organizationId, accountId: admin.accountId },
    ...(path.includes('{webhookId}') && (await webhookWithEvent(admin))),
    ...(path.includes('{alertId}') && { alertId: (await createAlert(admin, clientId)).id }),
  };
  const query = operationId === 'getQuota' ? `?client_id=${clientId}` : '';
  const body =
    operationId === 'createForecastAlert' ? { ...FROST, client_id: clientId } : BODIES[operationId];
  const options = { body, headers: bearer(token) };
  const answer = await onceAllowed(() =>
    new ApiCaller(app().url).call(method, fillPath(path, ids) + query, options),
  );
  return { operationId, isOpen: answer.status < 300, ...(answer.status >= 300 && { body: answer.body }) };
}

describe.each(Object.entries(OPENED))('a token with %s', (scope, opened) => {
  let token: string;
  beforeAll(async () => {
    ({ token } = await createToken(admin, [scope]));
  });

  it('can access the routes of the scope', async () => {
    for (const operationId of opened) {
      const route = ROUTES.find((one) => one.operationId === operationId)!;
      expect(await askFor(route, token)).toEqual({ operationId, isOpen: true });
    }
  });

  it('can access nothing else', async () => {
    for (const { method, operationId, examplePath: instance, body, security } of ROUTES) {
      if (opened.includes(operationId)) continue;
      const answer = await onceAllowed(() =>
        new ApiCaller(app().url).call(method, instance, { body, headers: bearer(token) }),
      );
      // Where clients' tokens are accepted, it is taken for one, as on weather routes.
      if (security.includes('accessToken') && !security.includes('personalAccessToken')) {
        expectProblem(answer, 401, 'invalid_token', { instance });
        continue;
      }
      // It may be open to everyone, so it looks at no token.
      if (operationId === 'getStatus') {
        expectProblem(answer, 401, 'unauthenticated', { instance });
        continue;
      }
      expectProblem(answer, 403, 'insufficient_scope', { instance });
      const needed = SCOPES.find((one) => OPENED[one].includes(operationId));
      expect(answer.headers.get('www-authenticate')).toBe(
        `Bearer realm="weather", error="insufficient_scope"${needed ? `, scope="${needed}"` : ''}`,
      );
    }
  });
});

it('the lists name existing routes', () => {
  const names = ROUTES.map(({ operationId }) => operationId);
  expect(names).toEqual(expect.arrayContaining(Object.values(OPENED).flat()));
  expect(names.length).toBeGreaterThan(Object.values(OPENED).flat().length + 20);
});

it('no token can access a weather route', async () => {
  const { token } = await createToken(admin, SCOPES);
  const answer = await new ApiCaller(app().url).get('/v1/weather/forecast?lat=1&lon=1', bearer(token));
  expectProblem(answer, 401, 'invalid_token', { instance: '/v1/weather/forecast' });
});

it('no token can create an ephemeral key', async () => {
  const clientId = await createClient(admin);
  const { token } = await createToken(admin, SCOPES);
  const path = `/v1/clients/${clientId}/api-keys`;
  const answer = await new ApiCaller(app().url).post(path, { ephemeral: true }, bearer(token));
  expectProblem(answer, 403, 'forbidden', { instance: path });
});
