import { expect } from '@jest/globals';
import { FROST } from '../support/alert-caller.js';
import { PASSWORD } from '../support/api-caller.js';
import { totpCode } from '../support/factors.js';
import { type PasskeyOptions, SoftwarePasskey } from '../support/passkeys.js';

/** The input of a call, by the names used in the document. */
export interface CallInput {
  path?: Record<string, string>;
  query?: Record<string, unknown>;
  body?: Record<string, unknown>;
  headers?: Record<string, string>;
}

interface CallResult {
  status: number;
  /** The body of a success or an error. */
  data: unknown;
}

/** Calls an operation by its ID, with a client that keeps the session cookie. */
export type CallOperation = (operationId: string, input?: CallInput) => Promise<CallResult>;

interface Created {
  id: string;
  client_id: string;
  client_secret: string;
  key: string;
  secret: string;
  token: string;
  url: string;
  data: { id: string }[];
  options: PasskeyOptions;
  factor: { id: string };
}

/** The service's default. */
const PUBLIC_URL = 'http://localhost:3000';
const EMAIL = 'ada@example.com';
const EMAIL_OF_GUEST = 'joan@example.com';
const MISSING_ORGANIZATION = { organizationId: 'org_01ARZ3NDEKTSV4RRFFQ69G5FAV' };
const MISSING_DOMAIN = { ...MISSING_ORGANIZATION, domainId: 'dom_01ARZ3NDEKTSV4RRFFQ69G5FAV' };
const NEW_PASSWORD = 'another quiet morning';

/** Makes every call of the API, from registration to deleting the account. The service must have no accounts. */
export async function makeEveryCall(call: CallOperation): Promise<void> {
  const succeed = async (operationId: string, input?: CallInput): Promise<Created> => {
    const { status, data } = await call(operationId, input);
    expect([operationId, Math.trunc(status / 100), data]).toEqual([operationId, 2, data]);
    return data as Created;
  };
  await useAccount(succeed);
  await administer(succeed);
  await useOrganization(succeed);
  const { clientId, key } = await useClient(succeed);
  await useWebhook(succeed);
  await useWeather(succeed, key);
  await readReports(succeed, clientId);
  await refuse(call);
  await leave(succeed, clientId);
}

type Succeed = (operationId: string, input?: CallInput) => Promise<Created>;

async function useAccount(succeed: Succeed): Promise<void> {
  await succeed('createAccount', {
    body: { full_name: 'Ada', email: EMAIL, password: PASSWORD, organization: 'Engines' },
  });
  await succeed('listSignInMethods');
  await succeed('createSession', { body: { email: EMAIL, password: PASSWORD } });
  await succeed('listIdentities');
  const [first] = (await succeed('listSessions', { query: { limit: 1 } })).data;
  await succeed('createSession', { body: { email: EMAIL, password: PASSWORD } });
  await succeed('deleteSession', { path: { sessionId: first.id } });
  await succeed('getCurrentSession');
  await succeed('deleteOtherSessions');
  await succeed('getOwnAccount');
  await succeed('exportOwnAccount');
  await succeed('updateOwnAccount', { body: { organization: null } });
  await useFactors(succeed);
  const expires_at = new Date(Date.now() + 86_400_000).toISOString();
  const { id: tokenId } = await succeed('createPersonalAccessToken', {
    body: { name: 'Nightly report', scopes: ['usage:read'], expires_at },
  });
  await succeed('listPersonalAccessTokens');
  await succeed('revokePersonalAccessToken', { path: { tokenId } });
  await succeed('getOwnEmail');
  await succeed('changeEmail', { body: { email: EMAIL } });
  await succeed('changePassword', { body: { current_password: PASSWORD, new_password: NEW_PASSWORD } });
}

async function useFactors(succeed: Succeed): Promise<void> {
  const { id: factorId, secret } = await succeed('addTotpFactor', { body: {} });
  const path = { factorId };
  await succeed('confirmFactor', { path, body: { code: totpCode(secret) } });
  await succeed('listFactors');
  await succeed('createRecoveryCodes');
  const { token } = await succeed('createSession', { body: { email: EMAIL, password: PASSWORD } });
  await succeed('finishSignIn', { body: { token, code: totpCode(secret, 1) } });
  await succeed('deleteFactor', { path });
  await usePasskeys(succeed);
}

async function usePasskeys(succeed: Succeed): Promise<void> {
  const passkey = new SoftwarePasskey(PUBLIC_URL);
  const { options: creation } = await succeed('getPasskeyOptions');
  const { factor } = await succeed('addPasskey', { body: { credential: passkey.create(creation) } });
  const { options } = await succeed('getPasskeySignInOptions');
  await succeed('createSessionByPasskey', { body: { credential: passkey.get(options) } });
  const { token } = await succeed('createSession', { body: { email: EMAIL, password: PASSWORD } });
  const asked = await succeed('getFactorOptions', { body: { token } });
  await succeed('finishSignIn', { body: { token, credential: passkey.get(asked.options) } });
  await succeed('deleteFactor', { path: { factorId: factor.id } });
}

async function administer(succeed: Succeed): Promise<void> {
  const register = (name: string) =>
    succeed('createAccount', {
      body: { full_name: name, email: `${name}@example.com`, password: PASSWORD },
    });
  const accountId = (await register('grace')).id;
  await succeed('listAccounts', { query: { query: 'grace', status: 'active' } });
  await succeed('getAccount', { path: { accountId } });
  await succeed('listMails', { query: { state: 'failed' } });
  const link = await succeed('createPasswordReset', { path: { accountId } });
  const token = link.url.split('#token=')[1];
  await succeed('requestPasswordReset', { body: { email: 'grace@example.com' } });
  await succeed('resetPassword', { body: { token, new_password: NEW_PASSWORD } });
  // Ada's account can be deleted at the end only if there is another administrator.
  await succeed('updateAccount', { path: { accountId }, body: { role: 'admin' } });
  await succeed('deleteAccount', { path: { accountId: (await register('alan')).id } });
}

async function useOrganization(succeed: Succeed): Promise<void> {
  const { id: organizationId } = await succeed('createOrganization', { body: { name: 'Harbour' } });
  const path = { organizationId };
  await succeed('listOrganizations');
  await succeed('getOrganizationQuota');
  await succeed('getOrganization', { path });
  await succeed('updateOrganization', { path, body: { name: 'Harbour Ltd' } });
  const [member] = (await succeed('listMembers', { path })).data as unknown as { account_id: string }[];
  const others = { path: { organizationId, accountId: member.account_id } };
  await succeed('updateMember', { ...others, body: { role: 'owner' } });
  const guest = await succeed('createInvitation', { path, body: { email: EMAIL_OF_GUEST, role: 'owner' } });
  await succeed('listInvitations', { path });
  await succeed('withdrawInvitation', { path: { organizationId, invitationId: guest.id } });
  const invitation = { path, body: { email: EMAIL_OF_GUEST, role: 'owner' } };
  const { url } = await succeed('createInvitation', invitation);
  await succeed('createAccount', {
    body: { full_name: 'Joan', email: EMAIL_OF_GUEST, password: PASSWORD },
  });
  await succeed('createSession', { body: { email: EMAIL_OF_GUEST, password: PASSWORD } });
  const opened = { body: { token: url.split('#token=')[1] } };
  await succeed('previewInvitation', opened);
  await succeed('acceptInvitation', opened);
  await succeed('findSignIn', { body: { email: EMAIL_OF_GUEST } });
  const domain = await succeed('addDomain', { path, body: { domain: 'example.com' } });
  await succeed('listDomains', { path });
  await succeed('removeDomain', { path: { organizationId, domainId: domain.id } });
  await succeed('removeMember', others);
  await succeed('deleteOrganization', { path });
  await succeed('deleteOwnAccount', { body: { password: PASSWORD } });
  await succeed('createSession', { body: { email: EMAIL, password: NEW_PASSWORD } });
}

async function useClient(succeed: Succeed): Promise<{ clientId: string; key: string }> {
  const rate_limits = { second: 50, minute: null };
  const { client_id: clientId } = await succeed('createClient', { body: { name: 'Station', rate_limits } });
  const path = { clientId };
  await succeed('getDefaultLimits');
  await succeed('listClients', { query: { limit: 1, query: 'stat' } });
  await succeed('getClient', { path });
  await succeed('updateClient', { path, body: { description: 'In the hall' } });
  const { client_secret } = await succeed('rotateClientSecret', { path, body: { overlap_seconds: 60 } });
  await succeed('createAccessToken', {
    body: { grant_type: 'client_credentials', client_id: clientId, client_secret },
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
  await succeed('getAuthorizationServer');
  const { id: keyId } = await succeed('createApiKey', {
    path,
    body: { name: 'Key', expires_at: '2099-01-01T00:00:00Z', allowed_ips: ['127.0.0.0/8'] },
  });
  await succeed('listApiKeys', { path, query: { status: 'active' } });
  await succeed('getApiKey', { path: { clientId, keyId } });
  await succeed('updateApiKey', { path: { clientId, keyId }, body: { name: 'Old key' } });
  const { key } = await succeed('rotateApiKey', { path: { clientId, keyId }, body: { overlap_seconds: 60 } });
  await succeed('revokeApiKey', { path: { clientId, keyId } });
  await useAlerts(succeed, clientId);
  return { clientId, key };
}

async function useWebhook(succeed: Succeed): Promise<void> {
  const { id: webhookId } = await succeed('createWebhook', {
    body: { url: 'https://hooks.example.com', event_types: ['run.published'] },
  });
  const path = { webhookId };
  await succeed('listWebhooks', { query: { limit: 1 } });
  await succeed('getWebhook', { path });
  await succeed('updateWebhook', { path, body: { description: 'Map' } });
  await succeed('rotateWebhookSecret', { path, body: {} });
  const { id: eventId } = await succeed('testWebhook', { path });
  await succeed('retryWebhookDelivery', { path: { webhookId, eventId } });
  await succeed('listWebhookDeliveries', { path, query: { limit: 1 } });
  await succeed('deleteWebhook', { path });
}

async function useAlerts(succeed: Succeed, client_id: string): Promise<void> {
  const { id: alertId } = await succeed('createForecastAlert', { body: { ...FROST, client_id } });
  await succeed('listForecastAlerts', { query: { client_id } });
  await succeed('getForecastAlert', { path: { alertId } });
  await succeed('updateForecastAlert', { path: { alertId }, body: { hysteresis: 0.5 } });
  await succeed('deleteForecastAlert', { path: { alertId } });
}

/** Uses the stateless protocol, whose response is JSON. */
async function listTools(succeed: Succeed, headers: Record<string, string>): Promise<void> {
  const [version, method] = ['2026-07-28', 'tools/list'];
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': version,
    'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  await succeed('sendMcpMessage', {
    headers: { ...headers, 'mcp-protocol-version': version, 'mcp-method': method },
    body: { jsonrpc: '2.0', id: 1, method, params: { _meta } },
  });
}

async function useWeather(succeed: Succeed, apikey: string): Promise<void> {
  const point = { lat: 52.25, lon: 21 };
  const lists = {
    source: 'climatology',
    fields: ['temperature', 'windSpeed'],
    timelines: ['hourly', 'daily'],
  };
  const headers = { apikey };
  await succeed('getForecast', { query: { ...point, ...lists }, headers });
  await succeed('postForecast', { body: { ...point, ...lists }, headers });
  await succeed('postForecasts', { body: { locations: [point, { lat: -10, lon: 5 }], ...lists }, headers });
  const coordinates = { latitude: '52.25', longitude: '21', hourly: 'temperature_2m' };
  await succeed('getOpenMeteoForecast', { query: coordinates, headers });
  await succeed('postOpenMeteoForecast', { body: coordinates, headers });
  const location = '52.25,21';
  await succeed('getTomorrowIoForecast', { query: { location }, headers });
  await succeed('getTomorrowIoRealtime', { query: { location }, headers });
  await succeed('getTomorrowIoTimelines', { query: { location, fields: 'temperature' }, headers });
  await succeed('postTomorrowIoTimelines', { body: { location, fields: ['temperature'] }, headers });
  const { id: jobId } = await succeed('createForecastJob', {
    body: { locations: [point], ...lists },
    headers,
  });
  await succeed('getForecastJob', { path: { jobId }, headers });
  await succeed('deleteForecastJob', { path: { jobId }, headers });
  await succeed('listStations', { query: point, headers });
  await succeed('getAccuracy', { query: point, headers });
  await succeed('findPlaces', { query: { query: 'Boston' }, headers });
  await succeed('findNearestPlaces', { query: point, headers });
  await succeed('getProtectedResource');
  await listTools(succeed, headers);
  for (const operationId of [
    'listFields',
    'listWeatherCodes',
    'listRuns',
    'listScopes',
    'getStatus',
    'getLiveness',
    'getReadiness',
    'getMetrics',
  ])
    await succeed(operationId);
}

async function readReports(succeed: Succeed, client_id: string): Promise<void> {
  await succeed('getUsage', { query: { client_id, interval: 'minute', group_by: 'endpoint' } });
  await succeed('getQuota', { query: { client_id } });
  const { data } = await succeed('listRequests', { query: { client_id, status: '2xx' } });
  await succeed('getRequest', { path: { loggedRequestId: data[0].id } });
  await succeed('listDashboardPages');
  await succeed('listAuditEvents', { query: { client_id, action: 'client.created' } });
}

async function refuse(call: CallOperation): Promise<void> {
  const refusals: [string, CallInput, number, string][] = [
    ['getForecast', { query: { lat: 1, lon: 2 } }, 401, 'missing_api_key'],
    ['getCurrentConditions', { query: { lat: 1, lon: 2 } }, 401, 'missing_api_key'],
    ['getMeteogramSvg', { query: { lat: 1, lon: 2 } }, 401, 'missing_api_key'],
    ['getMeteogramPng', { query: { lat: 1, lon: 2 } }, 401, 'missing_api_key'],
    ['getForecastJobResult', { path: { jobId: 'job_01ARZ3NDEKTSV4RRFFQ69G5FAV' } }, 401, 'missing_api_key'],
    ['getStation', { path: { stationId: 'KBOS' } }, 401, 'missing_api_key'],
    ['listObservations', { path: { stationId: 'KBOS' } }, 401, 'missing_api_key'],
    ['createClient', { body: { name: '' } }, 400, 'invalid_parameter'],
    ['getClient', { path: { clientId: 'cli_01ARZ3NDEKTSV4RRFFQ69G5FAV' } }, 404, 'not_found'],
    ['createAccount', { body: { full_name: 'Ada', email: EMAIL, password: PASSWORD } }, 409, 'email_taken'],
    ['checkForRuns', {}, 409, 'conflict'],
    ['verifyEmail', { body: { token: 'x' } }, 400, 'invalid_parameter'],
    ['retryMail', { path: { mailId: 'msg_01ARZ3NDEKTSV4RRFFQ69G5FAV' } }, 404, 'not_found'],
    ['createSessionByLink', { body: { token: 'x' } }, 400, 'invalid_parameter'],
    ['startSingleSignOn', { path: { provider: 'oidc' } }, 404, 'not_found'],
    ['finishSingleSignOn', { path: { provider: 'oidc' } }, 404, 'not_found'],
    ['connectIdentity', { body: { provider: 'oidc' } }, 404, 'not_found'],
    ['verifyDomain', { path: MISSING_DOMAIN }, 403, 'forbidden'],
    ['getOrganizationIssuer', { path: MISSING_ORGANIZATION }, 403, 'forbidden'],
    [
      'setOrganizationIssuer',
      {
        path: MISSING_ORGANIZATION,
        body: { issuer: 'https://login.example.com', client_id: 'x', client_secret: 'x' },
      },
      403,
      'forbidden',
    ],
    ['removeOrganizationIssuer', { path: MISSING_ORGANIZATION }, 403, 'forbidden'],
    ['deleteIdentity', { path: { identityId: 'idn_01ARZ3NDEKTSV4RRFFQ69G5FAV' } }, 404, 'not_found'],
  ];
  for (const [operationId, input, status, code] of refusals)
    expect(await call(operationId, input)).toMatchObject({ status, data: { code, status } });
}

async function leave(succeed: Succeed, clientId: string): Promise<void> {
  await succeed('deleteClient', { path: { clientId } });
  await succeed('deleteCurrentSession');
  await succeed('createSession', { body: { email: EMAIL, password: NEW_PASSWORD } });
  await succeed('deleteOwnAccount', { body: { password: NEW_PASSWORD } });
}
