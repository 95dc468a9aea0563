import { Configuration } from '../core/config/index.js';
import { DAY_MS, before } from '../core/time/index.js';
import { EXAMPLE_ULID, type ProblemDescription, everyEntry } from '../core/http/index.js';
import { type EventDescription, type ScopeDescription, defineFeature } from '../core/features/index.js';
import { retain } from '../core/retention/index.js';
import type { ClientChanged } from './client-events.types.js';
import { Client } from './client.entity.js';
import { ClientsModule } from './clients.module.js';
import { ClientsService } from './clients.service.js';
import { endClients } from './end-clients.js';
import { Migration20261122000300 } from './migrations/Migration20261122000300.js';

const scopes = {
  'clients:read': { title: 'Read clients', holders: ['token'], byDefault: false },
  'clients:manage': {
    title: 'Create, change and delete clients, and get their secrets',
    holders: ['token'],
    byDefault: false,
  },
} satisfies Record<string, ScopeDescription>;

const problems = {
  client_disabled: {
    status: 403,
    title: 'The client is disabled',
    help: 'An administrator disabled the client that this key belongs to. Ask an administrator of this service.',
    example: { instance: '/v1/weather/forecast' },
  },
} satisfies Record<string, ProblemDescription>;

const events = {
  'client.changed': {
    title: 'A client has changed',
    description:
      'A client was created, updated or deleted, its secret was rotated, or one of its API keys was created, updated, rotated or revoked. `change` says which. Disabling and enabling a client are updates.',
    example: {
      client_id: `cli_${EXAMPLE_ULID}`,
      organization_id: `org_${EXAMPLE_ULID}`,
      change: 'api_key_revoked',
      api_key_id: `key_${EXAMPLE_ULID}`,
    },
  },
} satisfies Record<string, EventDescription>;

const auditActions = {
  'client.created': 'Client created',
  'client.updated': 'Client updated',
  'client.deleted': 'Client deleted',
  'client.secret_rotated': 'Client secret rotated',
} as const;

const idPrefixes = { client: 'cli' } as const;

const examples = {
  client_id: `cli_${EXAMPLE_ULID}`,
  name: 'Weather station',
  description: 'Shows the forecast in the hall.',
  client_name: 'Weather station',
  client_secret: 'wxs_5sXv0PpQe3bTg7LkRz1MnYw8UcHd2FaJq4ViNt6Oh9',
  rate_limits: { second: 10, minute: 300, hour: 5000, day: 50000 },
};

export const CLIENTS_FEATURE = defineFeature({
  name: 'clients',
  module: ClientsModule,
  entities: [Client],
  migrations: [Migration20261122000300],
  retention: [
    retain(Client, {
      // Usage has their IDs until then.
      ended: (now, { get }) => ({
        deletedAt: { $lt: before(now, get(Configuration).usageRetentionDays * DAY_MS) },
      }),
      unlessReferred: true,
    }),
  ],
  scopes,
  problems,
  auditActions,
  events,
  idPrefixes,
  names: { cli: [Client, 'name'] },
  tags: [{ name: 'Clients', description: 'A client has rate limits, scopes, a secret and API keys.' }],
  dashboard: [
    { path: '/clients', title: 'Clients', icon: 'boxes', order: 20, ofOrganization: true },
    { path: '/clients/*' },
  ],
  securitySchemes: {
    clientCredentials: {
      type: 'http',
      scheme: 'basic',
      description: 'The `client_id` and `client_secret` of a client.',
    },
  },
  examples,
  // Their IDs stay, since usage refers to them.
  onOrganizationEnd: (em, organization, { together }) => endClients(em, organization, together),
  // Those that the account created, not those of its colleagues.
  exportOf: (_, account, { get }) => ({
    clients: everyEntry((page) => get(ClientsService).list(account, { account_id: account.id, ...page })),
  }),
});

declare module '../core/features/names.types.js' {
  interface Scopes extends Record<keyof typeof scopes, true> {}
  interface Problems extends Record<keyof typeof problems, true> {}
  interface Events {
    'client.changed': ClientChanged;
  }
  interface AuditActions extends Record<keyof typeof auditActions, true> {}
  interface IdPrefixes extends Record<(typeof idPrefixes)[keyof typeof idPrefixes], true> {}
}
