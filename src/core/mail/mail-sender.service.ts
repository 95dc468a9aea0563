import { setTimeout as delay } from 'node:timers/promises';
import { EntityManager, RequestContext } from '@mikro-orm/postgresql';
import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import MailComposer from 'nodemailer/lib/mail-composer';
import { Configuration } from '../config/configuration.js';
import type { MailSettings } from '../config/mail-settings.js';
import { withAsciiDomain } from '../network/domain-name.js';
import { announceWrites } from '../database/changes/announce-writes.js';
import { ChangeFeedService } from '../database/changes/change-feed.service.js';
import { DatabasePoll } from '../database/changes/database-poll.js';
import { deliver } from './deliver.js';
import { DeliveryError } from './delivery-error.js';
import type { ComposedMail } from './mail-content.types.js';
import { Mail } from './mail.entity.js';
import { MailsService } from './mails.service.js';
import { type ClaimedMail, OutboxService } from './outbox.service.js';
import { renderHtml, renderText } from './render-mail.js';

/** The PostgreSQL notification channel: a message was queued. */
const QUEUED_CHANNEL = 'weather_mails';
const EVERY_MS = 500;
const TIDIED_EVERY_MS = 60_000;
/** Exchange Online allows three concurrent connections per mailbox. */
const AT_ONCE = 3;

/**
 * Sends the messages of the outbox, a few at once. A message is marked before the first byte of its text and after the
 * server's reply: an unmarked one can be retried, and one that was marked but got no reply is never retried
 * automatically.
 */
@Injectable()
export class MailSenderService implements OnApplicationBootstrap, OnModuleDestroy {
  /** Counted since the start of the process. */
  readonly outcomes = { sent: 0, retried: 0, failed: 0, unconfirmed: 0 };
  /** The messages that waited in the outbox, at most a minute ago. */
  backlog = { mails: 0, ageSeconds: 0 };
  private readonly logger = new Logger(MailSenderService.name);
  private readonly stopping = new AbortController();
  private loop: Promise<void> = Promise.resolve();
  private isFailing = false;
  private readonly underWay = new Set<Promise<void>>();
  /** Duration of the last delivery. A message without a recipient waits as long, so that timing reveals no account. */
  private deliveryMs = 0;
  private readonly poll: DatabasePoll;

  constructor(
    private readonly entityManager: EntityManager,
    private readonly mails: MailsService,
    private readonly outbox: OutboxService,
    private readonly configuration: Configuration,
    feed: ChangeFeedService,
  ) {
    announceWrites(entityManager, [Mail], QUEUED_CHANNEL);
    this.poll = new DatabasePoll(feed, [QUEUED_CHANNEL]);
  }

  onApplicationBootstrap(): void {
    this.loop = this.sendUntilStopped();
  }

  async onModuleDestroy(): Promise<void> {
    this.stopping.abort();
    await this.loop;
    await Promise.all(this.underWay);
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
        await this.poll.run(() => this.sendDue());
        this.isFailing = false;
      } catch (error) {
        if (!this.isFailing) this.logger.warn(`The outbox can't be read: ${(error as Error).message}`);
        this.isFailing = true;
      }
      await this.pause(this.mails.isOn ? EVERY_MS : TIDIED_EVERY_MS);
    }
  }

  private async tidy(): Promise<void> {
    await this.outbox.tidy();
    this.backlog = await this.outbox.backlog();
  }

  private inContext<T>(work: () => Promise<T>): Promise<T> {
    return RequestContext.create(this.entityManager, work);
  }

  /**
   * Starts to send what is due. A slow delivery only occupies its own slot.
   * @returns after how many milliseconds the next message is due
   */
  private async sendDue(): Promise<number | undefined> {
    const { mail: settings } = this.configuration;
    while (settings && !this.stopping.signal.aborted) {
      if (this.underWay.size >= AT_ONCE) await Promise.race(this.underWay);
      const claimed = await this.inContext(() => this.outbox.claim());
      if (!claimed) return this.outbox.dueInMs();
      const sending = this.inContext(() => this.send(claimed, settings))
        .catch((error: unknown) =>
          this.logger.warn(`The outbox can't be written: ${(error as Error).message}`),
        )
        .finally(() => {
          this.underWay.delete(sending);
          // It may be due again before the next poll.
          this.poll.wake();
        });
      this.underWay.add(sending);
    }
  }

  private async send(claimed: ClaimedMail, settings: MailSettings): Promise<void> {
    try {
      const composed = await this.compose(claimed.id);
      if (!composed) return await this.pause(this.deliveryMs);
      await this.attempt(claimed, composed, settings);
    } catch (error) {
      return this.noteFailure(claimed, error as Error);
    }
    // If this fails, the message becomes unconfirmed: it is never retried once the server has accepted it.
    await this.outbox.markSent(claimed);
    this.outcomes.sent += 1;
  }

  private async attempt(claimed: ClaimedMail, composed: ComposedMail, settings: MailSettings): Promise<void> {
    const startMs = performance.now();
    await deliver(settings, {
      from: settings.from.address,
      to: composed.to,
      message: await encode(claimed.id, composed, settings),
      beforeText: async () => {
        if (!(await this.outbox.beginText(claimed))) throw new Error('Another process has the message.');
      },
      signal: this.stopping.signal,
    });
    this.deliveryMs = performance.now() - startMs;
  }

  private async pause(milliseconds: number): Promise<void> {
    const { signal } = this.stopping;
    await delay(milliseconds, undefined, { signal, ref: false }).catch(() => undefined);
  }

  /** Uses its own transaction, so that what the text refers to, such as a link, is committed before it is sent. */
  private compose(id: string): Promise<ComposedMail | undefined> {
    return this.entityManager.transactional(async (em) => {
      const mail = await em.findOneOrFail(Mail, { id });
      const composed = await this.mails.compose(em, mail);
      if (composed) mail.recipient = composed.to;
      else em.remove(mail);
      return composed;
    });
  }

  /** The server's reply may name the recipient, so it is stored in the outbox but not logged. */
  private async noteFailure(mail: ClaimedMail, error: Error): Promise<void> {
    const { failure, reason } =
      error instanceof DeliveryError ? error : { failure: 'not-yet', reason: 'before the delivery' };
    if (failure === 'not-yet' && (await this.outbox.retryLater(mail, error.message))) {
      this.outcomes.retried += 1;
      this.logger.warn(
        `Message ${mail.id} was not sent (${reason}) and will be tried again. The outbox says why.`,
      );
      return;
    }
    const state = failure === 'unknown' ? 'unconfirmed' : 'failed';
    if (failure !== 'not-yet') await this.outbox.markEnded(mail, state, error.message);
    this.outcomes[state] += 1;
    this.logger.warn(`Message ${mail.id} is ${state} (${reason}). The outbox says why.`);
  }
}

/** The message ID stays the same across attempts, so that servers and readers recognize the message. */
function encode(id: string, { to, content }: ComposedMail, { from }: MailSettings): Promise<Buffer> {
  return new MailComposer({
    messageId: `<${id}@${withAsciiDomain(from.address).split('@')[1]}>`,
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
