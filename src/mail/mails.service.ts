import type { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { newId } from '../common/identifier.js';
import { Configuration } from '../config/configuration.js';
import type { ComposedMail } from './mail-content.types.js';
import { Mail } from './mail.entity.js';

/**
 * Makes the text of a message before each attempt to send it, in a transaction. A text that is made again was never
 * delivered. Undefined where nobody is to get it: the message is dropped.
 */
export type MailComposer = (em: EntityManager, mail: Mail) => Promise<ComposedMail | undefined>;

export interface QueuedMail {
  kind: string;
  recipient: string;
  /** Whose account it is about, where that is known. */
  accountId?: string;
  /** What the composer needs, and nothing secret. */
  data?: Record<string, unknown>;
}

/** The way for features to send mail: they queue a message in the transaction that causes it, and compose it later. */
@Injectable()
export class MailsService {
  private readonly composers = new Map<string, MailComposer>();

  constructor(private readonly configuration: Configuration) {}

  /** Whether the service sends mail. Where it doesn't, nothing is queued. */
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

  /** For who finds out only in composing a message whose account it is about. */
  noteAccount(mail: Mail, accountId: string): void {
    mail.accountId = accountId;
  }

  /** An account that is deleted leaves no message that names it. */
  async forget(em: EntityManager, accountId: string): Promise<void> {
    await em.nativeDelete(Mail, { accountId });
  }

  compose(em: EntityManager, mail: Mail): Promise<ComposedMail | undefined> {
    const composer = this.composers.get(mail.kind);
    if (!composer) throw new Error(`Nothing composes mail of the kind ${mail.kind}.`);
    return composer(em, mail);
  }
}
