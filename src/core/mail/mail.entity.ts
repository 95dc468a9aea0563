import { defineEntity, p } from '@mikro-orm/core';

/**
 * `queued`: waiting for its next attempt. `sending`: its text is being sent. `sent`: accepted by the mail server.
 * `failed`: given up. `unconfirmed`: the connection or the process ended before the server said whether it accepted the
 * text.
 */
export const MAIL_STATES = ['queued', 'sending', 'sent', 'failed', 'unconfirmed'] as const;
export type MailState = (typeof MAIL_STATES)[number];

/**
 * A message in the outbox. Its text is composed when it is sent, so that the table holds no link that opens an account.
 */
const MailSchema = defineEntity({
  name: 'Mail',
  tableName: 'mails',
  indexes: [
    { properties: ['state', 'nextAttemptAt'] },
    { properties: ['accountId', 'id'] },
    { properties: ['kind', 'createdAt'] },
  ],
  properties: {
    id: p.text().primary(),
    /** What it is about. Selects its composer. */
    kind: p.text(),
    recipient: p.text(),
    /** The account it is about; null until known. */
    accountId: p.text().nullable(),
    /** What its composer needs: ids, and nothing secret. */
    data: p.json<Record<string, unknown>>(),
    state: p.text().$type<MailState>(),
    /** Never reset: distinguishes a process that took too long from the one that has claimed the message since. */
    attempts: p.integer(),
    /** While `sending`: when it becomes `unconfirmed`. */
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
