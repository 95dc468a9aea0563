import { defineEntity, p } from '@mikro-orm/core';
import { SealedText } from '../../core/secrets/index.js';
import type { EventType } from '../../core/features/index.js';
import { Organization } from '../../organizations/index.js';

/**
 * `user`: disabled by a user. `gone`: the endpoint responded with 410. `failing`: it failed for days. `backlog`: too
 * many events were pending.
 */
export const DISABLED_REASONS = ['user', 'gone', 'failing', 'backlog'] as const;
export type DisabledReason = (typeof DISABLED_REASONS)[number];

/** An endpoint of an organization that receives events, one at a time. */
const WebhookSchema = defineEntity({
  name: 'Webhook',
  tableName: 'webhooks',
  indexes: [
    {
      name: 'webhooks_due',
      expression: 'create index "webhooks_due" on "webhooks" ("due_at") where "due_at" is not null',
    },
  ],
  properties: {
    id: p.text().primary(),
    organization: () => p.manyToOne(Organization).deleteRule('cascade').index(),
    /** The ID of the account that created it. */
    createdBy: p.text(),
    url: p.text(),
    description: p.text().nullable(),
    /** Null: all types, including those added later. */
    eventTypes: p.array<EventType>().nullable(),
    /** Null while it is enabled. */
    disabledReason: p.text().$type<DisabledReason>().nullable(),
    secret: p.type(SealedText).hidden(),
    /** The secret before the last rotation, and until when events are also signed with it. */
    previousSecret: p.type(SealedText).nullable().hidden(),
    previousSecretEndsAt: p.datetime().length(3).nullable(),
    /** The first failed attempt since the last success. */
    failingSince: p.datetime().length(3).nullable(),
    /** Number of quick successes until it no longer counts as slow. New webhooks need one. */
    quickOnesToGo: p.integer().default(1),
    /** When its next event is due, or while claimed, when the claim runs out. Null if nothing is pending. */
    dueAt: p.datetime().length(3).nullable(),
    isClaimed: p.boolean().default(false),
    /** Number of claims. Tells a process that took too long that another has claimed it since. */
    claims: p.integer().default(0),
    createdAt: p.datetime().length(3),
    updatedAt: p.datetime().length(3),
  },
});

export class Webhook extends WebhookSchema.class {}
WebhookSchema.setClass(Webhook);
