import { defineEntity, p } from '@mikro-orm/core';

/** What is sent to one or more webhooks. */
const WebhookMessageSchema = defineEntity({
  name: 'WebhookMessage',
  tableName: 'webhook_messages',
  properties: {
    /** That of the event: the same in each attempt, by which receivers know it again. */
    id: p.text().primary(),
    type: p.text(),
    /** Exactly as it is signed and sent. */
    body: p.text(),
    createdAt: p.datetime().length(3).index(),
  },
});

export class WebhookMessage extends WebhookMessageSchema.class {}
WebhookMessageSchema.setClass(WebhookMessage);
