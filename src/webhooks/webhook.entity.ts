import { defineEntity, p } from '@mikro-orm/core';
import { SealedText } from '../common/secrets/sealed-text.type.js';
import type { EventType } from '../features/names.types.js';
import { Organization } from '../organizations/organization.entity.js';

/**
 * `user`: somebody disabled it. `gone`: the endpoint answered with 410. `failing`: it failed for days. `backlog`: too many
 * events waited for it.
 */
export const DISABLED_REASONS = ['user', 'gone', 'failing', 'backlog'] as const;
export type DisabledReason = (typeof DISABLED_REASONS)[number];

/** An endpoint of an organization that is sent events, one after the other. */
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
    /** The id of the account that created it. */
    createdBy: p.text(),
    url: p.text(),
    description: p.text().nullable(),
    /** Null: all, those that are added later, too. */
    eventTypes: p.array<EventType>().nullable(),
    /** Null while it is enabled. */
    disabledReason: p.text().$type<DisabledReason>().nullable(),
    secret: p.type(SealedText).hidden(),
    /** The secret before the last rotation, and until when events are signed with it, too. */
    previousSecret: p.type(SealedText).nullable().hidden(),
    previousSecretEndsAt: p.datetime().length(3).nullable(),
    /** The first attempt that failed since the last that succeeded. */
    failingSince: p.datetime().length(3).nullable(),
    /** How many quick successes it takes until it no longer counts as slow: a new one has yet to show that it is quick. */
    quickOnesToGo: p.integer().default(1),
    /** When its next event is due; while a process has it, until when that one has it for itself. Null where nothing waits. */
    dueAt: p.datetime().length(3).nullable(),
    isClaimed: p.boolean().default(false),
    /** How often it was claimed: tells a process that took too long from the one that has it now. */
    claims: p.integer().default(0),
    createdAt: p.datetime().length(3),
    updatedAt: p.datetime().length(3),
  },
});

export class Webhook extends WebhookSchema.class {}
WebhookSchema.setClass(Webhook);
