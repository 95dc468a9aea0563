import { setTimeout as delay } from 'node:timers/promises';
import { EntityManager, RequestContext } from '@mikro-orm/postgresql';
import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import MailComposer from 'nodemailer/lib/mail-composer';
import { Configuration } from '../config/configuration.js';
import type { MailSettings } from '../config/mail-settings.js';
import { deliver } from './deliver.js';
import { DeliveryError } from './delivery-error.js';
import type { ComposedMail } from './mail-content.types.js';
import { Mail } from './mail.entity.js';
import { MailsService } from './mails.service.js';
import { type ClaimedMail, OutboxService } from './outbox.service.js';
import { renderHtml, renderText } from './render-mail.js';

const EVERY_MS = 2_000;
const TIDIED_EVERY_MS = 60_000;

/**
 * Sends what is in the outbox, one message after another. A message is marked before the first byte of its text and after
 * the server's answer: what is not marked may be tried again, and what was marked and has no answer is never sent by itself.
 */
@Injectable()
export class MailSenderService implements OnApplicationBootstrap, OnModuleDestroy {
  /** Since the start of the process. */
  readonly outcomes = { sent: 0, retried: 0, failed: 0, unconfirmed: 0 };
  /** What waited in the outbox a minute ago at most. */
  backlog = { mails: 0, ageSeconds: 0 };
  private readonly logger = new Logger(MailSenderService.name);
  private readonly stopping = new AbortController();
  private loop: Promise<void> = Promise.resolve();
  private isFailing = false;

  constructor(
    private readonly entityManager: EntityManager,
    private readonly mails: MailsService,
    private readonly outbox: OutboxService,
    private readonly configuration: Configuration,
  ) {}

  onApplicationBootstrap(): void {
    this.loop = this.sendUntilStopped();
  }

  async onModuleDestroy(): Promise<void> {
    this.stopping.abort();
    await this.loop;
  }

  private async sendUntilStopped(): Promise<void> {
    const { signal } = this.stopping;
    let tidiedMs = -Infinity;
    while (!signal.aborted) {
      try {
        if (performance.now() - tidiedMs >= TIDIED_EVERY_MS) {
          await this.inContext(() => this.tidy());
          tidiedMs = performance.now();
        }
        while (!signal.aborted && (await this.inContext(() => this.sendNext())));
        this.isFailing = false;
      } catch (error) {
        if (!this.isFailing) this.logger.warn(`The outbox can't be read: ${(error as Error).message}`);
        this.isFailing = true;
      }
      const waitMs = this.mails.isOn ? EVERY_MS : TIDIED_EVERY_MS;
      await delay(waitMs, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }

  private async tidy(): Promise<void> {
    await this.outbox.tidy();
    this.backlog = await this.outbox.backlog();
  }

  private inContext<T>(work: () => Promise<T>): Promise<T> {
    return RequestContext.create(this.entityManager, work);
  }

  /** Whether a message was due. */
  private async sendNext(): Promise<boolean> {
    const { mail: settings } = this.configuration;
    if (!settings) return false;
    const claimed = await this.outbox.claim();
    if (!claimed) return false;
    try {
      if (!(await this.attempt(claimed, settings))) return true;
    } catch (error) {
      await this.noteFailure(claimed, error as Error);
      return true;
    }
    // Where this fails, the message becomes unconfirmed: it is never tried again once the server took it.
    await this.outbox.markSent(claimed);
    this.outcomes.sent += 1;
    return true;
  }

  /** Whether the server took the message; false where nobody is to get it. */
  private async attempt(claimed: ClaimedMail, settings: MailSettings): Promise<boolean> {
    const composed = await this.compose(claimed.id);
    if (!composed) return false;
    await deliver(settings, {
      from: settings.from.address,
      to: composed.to,
      message: await encode(claimed.id, composed, settings),
      beforeText: async () => {
        if (!(await this.outbox.beginText(claimed))) throw new Error('Another process has the message.');
      },
      signal: this.stopping.signal,
    });
    return true;
  }

  /** In a transaction of its own: what the text says, such as a link, holds before it is sent. */
  private compose(id: string): Promise<ComposedMail | undefined> {
    return this.entityManager.transactional(async (em) => {
      const mail = await em.findOneOrFail(Mail, { id });
      const composed = await this.mails.compose(em, mail);
      if (composed) mail.recipient = composed.to;
      else em.remove(mail);
      return composed;
    });
  }

  /** What the server says may name the recipient, so that it is in the outbox and not in the log. */
  private async noteFailure(mail: ClaimedMail, error: Error): Promise<void> {
    const failure = error instanceof DeliveryError ? error.failure : 'not-yet';
    if (failure === 'not-yet') {
      await this.outbox.retryLater(mail, error.message);
      this.outcomes.retried += 1;
      this.logger.warn(`Message ${mail.id} was not sent and will be tried again. The outbox says why.`);
      return;
    }
    const state = failure === 'refused' ? 'failed' : 'unconfirmed';
    await this.outbox.markEnded(mail, state, error.message);
    this.outcomes[state] += 1;
    this.logger.warn(`Message ${mail.id} is ${state}. The outbox says why.`);
  }
}

/** The id of the message stays the same, by which servers and readers know it again. */
function encode(id: string, { to, content }: ComposedMail, { from }: MailSettings): Promise<Buffer> {
  return new MailComposer({
    messageId: `<${id}@${from.address.split('@')[1]}>`,
    from,
    to: { name: '', address: to },
    subject: content.subject,
    text: renderText(content),
    html: renderHtml(content),
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  })
    .compile()
    .build();
}
