import { defineEntity, p } from '@mikro-orm/core';

/** A message to one or more webhooks. */
const WebhookMessageSchema = defineEntity({
  name: 'WebhookMessage',
  tableName: 'webhook_messages',
  properties: {
    /** The event's ID. It is the same in each attempt, so that receivers can deduplicate. */
    id: p.text().primary(),
    type: p.text(),
    /** Exactly as signed and sent. */
    body: p.text(),
    createdAt: p.datetime().length(3).index(),
  },
});

export class WebhookMessage extends WebhookMessageSchema.class {}
WebhookMessageSchema.setClass(WebhookMessage);
