import { defineEntity, p } from '@mikro-orm/core';

/**
 * `queued`: waits for its next attempt. `sending`: its text is on the way. `sent`: the mail server took it. `failed`: given up.
 * `unconfirmed`: the connection or the process ended before the server said whether it took the text.
 */
export const MAIL_STATES = ['queued', 'sending', 'sent', 'failed', 'unconfirmed'] as const;
export type MailState = (typeof MAIL_STATES)[number];

/** A message of the outbox. Its text is made when it is sent, so that the table holds no link that opens an account. */
const MailSchema = defineEntity({
  name: 'Mail',
  tableName: 'mails',
  indexes: [{ properties: ['state', 'nextAttemptAt'] }, { properties: ['accountId', 'id'] }],
  properties: {
    id: p.text().primary(),
    /** What it is about: whoever queues it composes it. */
    kind: p.text(),
    recipient: p.text(),
    /** Whose account it is about; null until it is known. */
    accountId: p.text().nullable(),
    /** What its composer needs to know: ids, and nothing secret. */
    data: p.json<Record<string, unknown>>(),
    state: p.text().$type<MailState>(),
    /** Never set back: they tell a process that took too long from the one that has the message now. */
    attempts: p.integer(),
    /** While `sending`: when it counts as `unconfirmed`. */
    nextAttemptAt: p.datetime().length(3),
    createdAt: p.datetime().length(3),
    /** When it was sent or failed. */
    endedAt: p.datetime().length(3).nullable(),
    /** Why the last attempt failed. */
    error: p.text().nullable(),
  },
});

export class Mail extends MailSchema.class {}
MailSchema.setClass(Mail);
