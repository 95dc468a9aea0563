import { DAY_MS, before } from '../../core/time/index.js';
import { EXAMPLE_ULID, everyEntry } from '../../core/http/index.js';
import { type ScopeDescription, defineFeature } from '../../core/features/index.js';
import { retain } from '../../core/retention/index.js';
import { Migration20261122001400 } from './migrations/Migration20261122001400.js';
import { WebhookDelivery } from './webhook-delivery.entity.js';
import { WebhookMessage } from './webhook-message.entity.js';
import { Webhook } from './webhook.entity.js';
import { WebhooksModule } from './webhooks.module.js';
import { WebhooksService } from './webhooks.service.js';

const scopes = {
  'webhooks:read': { title: 'Read webhooks and their deliveries', holders: ['token'], byDefault: false },
  'webhooks:manage': {
    title: 'Create, change, test and delete webhooks, and get their secrets',
    holders: ['token'],
    byDefault: false,
  },
} satisfies Record<string, ScopeDescription>;

const auditActions = [
  'webhook.created',
  'webhook.updated',
  'webhook.deleted',
  'webhook.secret_rotated',
  'webhook.disabled',
  'webhook.tested',
  'webhook.delivery_retried',
] as const;

const idPrefixes = { webhook: 'whk' } as const;

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw4kF8nXzqJ2E=';
const WEBHOOK = {
  id: `whk_${EXAMPLE_ULID}`,
  organization_id: `org_${EXAMPLE_ULID}`,
  url: 'https://example.com/weather-events',
  description: 'Rebuilds the map',
  event_types: ['run.published'],
  status: 'enabled',
  disabled_reason: null,
  failing_since: null,
  previous_secret_ends_at: null,
  created_at: '2026-11-20T15:42:07Z',
  updated_at: '2026-11-20T15:42:07Z',
};

const examples = {
  CreateWebhook: {
    url: WEBHOOK.url,
    description: WEBHOOK.description,
    event_types: WEBHOOK.event_types,
  },
  UpdateWebhook: { event_types: ['run.published', 'quota.reached'] },
  RotateWebhookSecret: { overlap_seconds: 86400 },
  Webhook: WEBHOOK,
  CreatedWebhook: { ...WEBHOOK, secret: SECRET },
  WebhookDelivery: {
    id: `evt_${EXAMPLE_ULID}`,
    event_type: 'client.changed',
    body: `{"type":"client.changed","timestamp":"2026-11-21T05:03:13Z","data":{"client_id":"cli_${EXAMPLE_ULID}","organization_id":"org_${EXAMPLE_ULID}","change":"updated"}}`,
    status: 'pending',
    attempts: 1,
    last_attempt_at: '2026-11-21T05:03:14Z',
    last_status: 503,
    last_duration_ms: 87,
    error: null,
    next_attempt_at: '2026-11-21T05:03:19Z',
    created_at: '2026-11-21T05:03:13Z',
    ended_at: null,
  },
};

const DELIVERIES_LISTED_DAYS = 14;

export const WEBHOOKS_FEATURE = defineFeature({
  name: 'webhooks',
  module: WebhooksModule,
  entities: [Webhook, WebhookMessage, WebhookDelivery],
  migrations: [Migration20261122001400],
  retention: [
    retain(WebhookDelivery, {
      ended: (now) => ({
        endedAt: { $ne: null },
        message: { createdAt: { $lt: before(now, DELIVERIES_LISTED_DAYS * DAY_MS) } },
      }),
      most: [{ rows: 10_000, of: 'webhook', by: 'position', where: () => ({ endedAt: { $ne: null } }) }],
    }),
    retain(WebhookMessage, { ended: () => ({}), unlessReferred: true }),
  ],
  scopes,
  auditActions,
  idPrefixes,
  tags: [{ name: 'Webhooks', description: 'Send events to your own endpoint as they happen.' }],
  dashboard: [
    { path: '/webhooks', title: 'Webhooks', icon: 'webhook', order: 50, ofOrganization: true },
    { path: '/webhooks/*' },
  ],
  examples,
  onOrganizationEnd: (em, _, { get, together }) => get(WebhooksService).endOf(em, together),
  exportOf: (_, account, { get }) => ({
    webhooks: everyEntry((page) => get(WebhooksService).list(account, page)),
  }),
});

declare module '../../core/features/names.types.js' {
  interface Scopes extends Record<keyof typeof scopes, true> {}
  interface AuditActions extends Record<(typeof auditActions)[number], true> {}
  interface IdPrefixes extends Record<(typeof idPrefixes)[keyof typeof idPrefixes], true> {}
}
