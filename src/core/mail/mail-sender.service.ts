import { setTimeout as delay } from 'node:timers/promises';
import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import MailComposer from 'nodemailer/lib/mail-composer';
import { Configuration } from '../config/configuration.js';
import type { MailSettings } from '../config/mail-settings.js';
import { withAsciiDomain } from '../network/domain-name.js';
import { announceWrites } from '../database/changes/announce-writes.js';
import { ChangeFeedService } from '../database/changes/change-feed.service.js';
import { MetricsService, samplesBy } from '../telemetry/prometheus/metrics.service.js';
import { QueueWork } from '../queues/queue-work.js';
import { deliver, DeliveryError } from './deliver.js';
import { type ComposedMail, MailsService } from './mails.service.js';
import { Mail } from './mail.entity.js';
import { type ClaimedMail, OutboxService } from './outbox.service.js';
import { renderHtml, renderText } from './render-mail.js';

/** The PostgreSQL notification channel: a message was queued. */
const QUEUED_CHANNEL = 'weather_mails';
/** Exchange Online allows three concurrent connections per mailbox. */
const AT_ONCE = 3;

/**
 * Sends the messages of the outbox, a few at once. A message is marked before the first byte of its text and after the
 * server's reply: an unmarked one can be retried, and one that was marked but got no reply is never retried
 * automatically.
 */
@Injectable()
export class MailSenderService extends QueueWork<ClaimedMail, OutboxService> {
  /** Counted since the start of the process. */
  readonly outcomes = { sent: 0, retried: 0, failed: 0, unconfirmed: 0 };
  /** The messages that waited in the outbox, at most a minute ago. */
  backlog = { mails: 0, ageSeconds: 0 };
  /** Duration of the last delivery. A message without a recipient waits as long, so that timing reveals no account. */
  private deliveryMs = 0;

  constructor(
    entityManager: EntityManager,
    private readonly mails: MailsService,
    outbox: OutboxService,
    private readonly configuration: Configuration,
    feed: ChangeFeedService,
    metrics: MetricsService,
  ) {
    super(entityManager, outbox, feed, QUEUED_CHANNEL, mails.isOn ? AT_ONCE : 0);
    announceWrites(entityManager, [Mail], QUEUED_CHANNEL);
    metrics.counter(
      'weather_mail_attempts_total',
      'Attempts of this process to send a message, by outcome.',
      () => samplesBy('outcome', this.outcomes),
    );
    metrics.gauge(
      'weather_mail_backlog',
      'Messages in the outbox that wait for their next attempt, at most a minute ago.',
      () => this.backlog.mails,
    );
    metrics.gauge(
      'weather_mail_backlog_age_seconds',
      'How long the oldest of them has been waiting.',
      () => this.backlog.ageSeconds,
    );
  }

  protected override async tidy(): Promise<void> {
    await this.queue.tidy();
    this.backlog = await this.queue.backlog();
  }

  protected claim(): Promise<ClaimedMail | undefined> {
    return this.queue.claim();
  }

  protected async handle(claimed: ClaimedMail): Promise<void> {
    try {
      const composed = await this.compose(claimed.id);
      if (!composed) return await this.pause(this.deliveryMs);
      await this.attempt(claimed, composed, this.configuration.mail!);
    } catch (error) {
      return this.noteFailure(claimed, error as Error);
    }
    // If this fails, the message becomes unconfirmed: it is never retried once the server has accepted it.
    await this.queue.markSent(claimed);
    this.outcomes.sent += 1;
  }

  private async attempt(claimed: ClaimedMail, composed: ComposedMail, settings: MailSettings): Promise<void> {
    const startMs = performance.now();
    await deliver(settings, {
      from: settings.from.address,
      to: composed.to,
      message: await encode(claimed.id, composed, settings),
      beforeText: async () => {
        if (!(await this.queue.beginText(claimed))) throw new Error('Another process has the message.');
      },
      signal: this.stopping,
    });
    this.deliveryMs = performance.now() - startMs;
  }

  private async pause(milliseconds: number): Promise<void> {
    await delay(milliseconds, undefined, { signal: this.stopping, ref: false }).catch(() => undefined);
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
    if (failure === 'not-yet' && (await this.queue.retryLater(mail, error.message))) {
      this.outcomes.retried += 1;
      this.logger.warn(
        `Message ${mail.id} was not sent (${reason}) and will be tried again. The outbox says why.`,
      );
      return;
    }
    const state = failure === 'unknown' ? 'unconfirmed' : 'failed';
    if (failure !== 'not-yet') await this.queue.markEnded(mail, state, error.message);
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
