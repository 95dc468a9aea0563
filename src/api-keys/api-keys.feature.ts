import { ENDED_KEYS_LISTED_MS } from './listed-keys.js';
import { DAY_MS, before } from '../core/time/index.js';
import { ClientsService } from '../clients/index.js';
import { EXAMPLE_ULID, type ProblemDescription, everyEntry } from '../core/http/index.js';
import { type EventDescription, type ScopeDescription, defineFeature } from '../core/features/index.js';
import { retain } from '../core/retention/index.js';
import { ApiKey } from './api-key.entity.js';
import { ApiKeysModule } from './api-keys.module.js';
import { ApiKeysService } from './api-keys.service.js';
import { endKeys } from './end-keys.js';
import { Migration20261122000400 } from './migrations/Migration20261122000400.js';

const scopes = {
  'keys:manage': { title: 'Manage API keys', holders: ['client', 'token'], byDefault: true },
} satisfies Record<string, ScopeDescription>;

const problems = {
  ambiguous_api_key: {
    status: 400,
    title: 'The request has more than one API key',
    help: 'Send one key, in the "apikey" query parameter or the "apikey" header. Sending the same key in both is fine.',
    example: {
      instance: '/v1/weather/forecast',
      detail: 'The key in the header differs from the one in the query.',
    },
  },
  missing_api_key: {
    status: 401,
    title: 'An API key is required',
    help: 'Create a key in the dashboard and send it in the "apikey" query parameter or header.',
    example: { instance: '/v1/weather/forecast' },
  },
  invalid_api_key: {
    status: 401,
    title: 'The API key is not valid',
    help: 'Check that you copied the whole key: "wx_" and 38 letters and digits.',
    example: { instance: '/v1/weather/forecast' },
  },
  revoked_api_key: {
    status: 401,
    title: 'The API key was revoked',
    help: 'Create a new key and use it instead. Revoked keys and keys of deleted clients never work again.',
    example: { instance: '/v1/weather/forecast' },
  },
  expired_api_key: {
    status: 401,
    title: 'The API key has expired',
    help: 'Create a new key with a later expiry date, or without one.',
    example: { instance: '/v1/weather/forecast' },
  },
} satisfies Record<string, ProblemDescription>;

const events = {
  'api_key.expiring': {
    title: 'An API key expires soon',
    description:
      'An API key expires within a week. Sent again if the expiry moves to a later time, at most once a day. Not sent for keys that were created to last two weeks or less, or whose client is disabled.',
    example: {
      api_key_id: `key_${EXAMPLE_ULID}`,
      client_id: `cli_${EXAMPLE_ULID}`,
      organization_id: `org_${EXAMPLE_ULID}`,
      expires_at: '2026-11-28T00:00:00Z',
    },
  },
} satisfies Record<string, EventDescription>;

const auditActions = {
  'api_key.created': 'API key generated',
  'api_key.updated': 'API key updated',
  'api_key.rotated': 'API key rotated',
  'api_key.revoked': 'API key revoked',
} as const;

const idPrefixes = { 'API key': 'key' } as const;

const examples = {
  'ApiKey.id': `key_${EXAMPLE_ULID}`,
  'CreatedApiKey.id': `key_${EXAMPLE_ULID}`,
  key: 'wx_4fQ8sTn2Lk9WvB6xRz3MpYc7UhJd1GaE0kXq2Z',
  start: 'wx_4fQ8sT',
  api_key_name: 'Hall display',
  scopes: ['forecast:read'],
  allowed_ips: ['203.0.113.0/24'],
  rotated_from: null,
  revoked_at: null,
  last_used_at: '2026-11-20T15:42:07Z',
};

export const API_KEYS_FEATURE = defineFeature({
  name: 'api-keys',
  module: ApiKeysModule,
  entities: [ApiKey],
  migrations: [Migration20261122000400],
  retention: [
    retain(ApiKey, {
      ended: (now) => {
        const long = { $lte: before(now, ENDED_KEYS_LISTED_MS) };
        // Until then, an ephemeral key is reported as expired rather than unknown.
        const ephemeral = { isEphemeral: true, expiresAt: { $lte: before(now, DAY_MS) } };
        return {
          $or: [{ revokedAt: long }, { expiresAt: long }, ephemeral, { client: { deletedAt: long } }],
        };
      },
    }),
  ],
  scopes,
  problems,
  auditActions,
  events,
  idPrefixes,
  names: { key: [ApiKey, 'name'] },
  tags: [
    {
      name: 'API keys',
      description: 'Credentials for weather requests. A key is shown only once.',
    },
  ],
  dashboard: [{ path: '/api-keys', title: 'API keys', icon: 'key-round', order: 30, ofOrganization: true }],
  securitySchemes: {
    apiKeyHeader: {
      type: 'apiKey',
      in: 'header',
      name: 'apikey',
      description: 'An API key. Prefer the header: it keeps the key out of logs and browser histories.',
    },
    apiKeyQuery: {
      type: 'apiKey',
      in: 'query',
      name: 'apikey',
      description: 'An API key in the query, for programs that can only set a URL.',
    },
  },
  examples,
  onOrganizationEnd: async (em, organization, { get, together }) => {
    const clients = get(ClientsService);
    const all = await clients.idsOf(together.map(({ id }) => id));
    await endKeys(em, await clients.idsOf([organization.id]), organization.deletedAt!, all);
  },
  exportOf: (_, account, { get }) => ({
    api_keys: everyEntry((page) => get(ApiKeysService).listOf(account, page)),
  }),
});

declare module '../core/features/names.types.js' {
  interface Scopes extends Record<keyof typeof scopes, true> {}
  interface Problems extends Record<keyof typeof problems, true> {}
  interface Events {
    'api_key.expiring': {
      api_key_id: string;
      client_id: string;
      organization_id: string;
      expires_at: string;
    };
  }
  interface AuditActions extends Record<keyof typeof auditActions, true> {}
  interface IdPrefixes extends Record<(typeof idPrefixes)[keyof typeof idPrefixes], true> {}
}
