import { defineEntity, p } from '@mikro-orm/core';
import { WebhookMessage } from './webhook-message.entity.js';
import { Webhook } from './webhook.entity.js';

/** `pending`: waits for its first or next attempt. `delivered`: the endpoint accepted it. `failed`: given up. */
export const DELIVERY_STATUSES = ['pending', 'delivered', 'failed'] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

const WebhookDeliverySchema = defineEntity({
  name: 'WebhookDelivery',
  tableName: 'webhook_deliveries',
  indexes: [
    {
      name: 'webhook_deliveries_pending',
      expression: `create index "webhook_deliveries_pending" on "webhook_deliveries" ("webhook_id", "is_by_hand" desc, "position", "message_id") where "status" = 'pending'`,
    },
  ],
  properties: {
    webhook: () => p.manyToOne(Webhook).deleteRule('cascade').primary(),
    message: () => p.manyToOne(WebhookMessage).deleteRule('cascade').primary().index(),
    /** The event's position among all events, which is the order of sending. */
    position: p.bigint('number'),
    /** Requested by hand: sent before the other pending events. */
    isByHand: p.boolean().default(false),
    /** Whether it was delivered before it was requested again: if so, a failure restores that status. */
    wasDelivered: p.boolean().default(false),
    status: p.text().$type<DeliveryStatus>(),
    attempts: p.integer().default(0),
    /** Number of retries left after a failure. */
    retriesLeft: p.integer(),
    /** Null once it has ended. */
    nextAttemptAt: p.datetime().length(3).nullable(),
    lastAttemptAt: p.datetime().length(3).nullable(),
    lastDurationMs: p.integer().nullable(),
    /** Status of the last response; null if there was none. */
    lastStatus: p.integer().nullable(),
    /** Why there was no response to the last attempt, or why there was no attempt. */
    error: p.text().nullable(),
    endedAt: p.datetime().length(3).nullable(),
  },
});

export class WebhookDelivery extends WebhookDeliverySchema.class {}
WebhookDeliverySchema.setClass(WebhookDelivery);
