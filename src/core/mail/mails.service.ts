import type { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { newId } from '../http/identifier.js';
import { Configuration } from '../config/configuration.js';
import { Mail } from './mail.entity.js';

/** The content of a message, rendered as plain text and as HTML. Neither loads external resources. */
export interface MailContent {
  subject: string;
  /** Paragraphs of plain text, before and after the link. */
  before: readonly string[];
  link?: { label: string; url: string };
  after?: readonly string[];
}

export interface ComposedMail {
  to: string;
  content: MailContent;
}

/**
 * Composes a message before each attempt to send it, in a transaction. If called again, the earlier text was never
 * delivered. Returns undefined to drop the message.
 */
export type MailComposer = (em: EntityManager, mail: Mail) => Promise<ComposedMail | undefined>;

export interface QueuedMail {
  kind: string;
  recipient: string;
  /** The account it is about, if known. */
  accountId?: string;
  /** What the composer needs, and nothing secret. */
  data?: Record<string, unknown>;
}

/** How features send mail: they queue a message in the transaction that causes it, and compose it later. */
@Injectable()
export class MailsService {
  private readonly composers = new Map<string, MailComposer>();

  constructor(private readonly configuration: Configuration) {}

  /** Whether the service sends mail. If not, nothing is queued. */
  get isOn(): boolean {
    return this.configuration.mail !== undefined;
  }

  /** @param kind in kebab case, unique */
  addComposer(kind: string, composer: MailComposer): void {
    if (this.composers.has(kind)) throw new Error(`Mail of the kind ${kind} has a composer already.`);
    this.composers.set(kind, composer);
  }

  queue(em: EntityManager, { kind, recipient, accountId, data = {} }: QueuedMail): void {
    if (!this.isOn) return;
    const now = new Date();
    em.create(
      Mail,
      {
        id: newId('msg'),
        kind,
        recipient,
        accountId: accountId ?? null,
        data,
        state: 'queued',
        attempts: 0,
        nextAttemptAt: now,
        createdAt: now,
        endedAt: null,
        error: null,
      },
      { persist: true },
    );
  }

  /** Counts the messages of a kind that were queued in the last day, whose data has these members. */
  async countOfDay(em: EntityManager, kind: string, data: Record<string, string> = {}): Promise<number> {
    const [{ mails }] = await em.execute<[{ mails: number }]>(
      `select count(*)::int as mails from mails
       where kind = ? and created_at > now() - interval '1 day' and data @> ?::jsonb`,
      [kind, JSON.stringify(data)],
    );
    return mails;
  }

  /** For composers that find out the account only while composing. */
  noteAccount(mail: Mail, accountId: string): void {
    mail.accountId = accountId;
  }

  compose(em: EntityManager, mail: Mail): Promise<ComposedMail | undefined> {
    const composer = this.composers.get(mail.kind);
    if (!composer) throw new Error(`Nothing composes mail of the kind ${mail.kind}.`);
    return composer(em, mail);
  }
}
