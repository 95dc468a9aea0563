import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import type { MailState } from './mail.entity.js';
import { ClaimQueue } from '../queues/claim-queue.js';

/** Longer than a server may take to accept a text. */
const SENDING = '10 minutes';
const GIVEN_UP_AFTER = '2 days';
const FIRST_WAIT = '30 seconds';
const LONGEST_WAIT = '1 hour';

/** A claimed message, and the attempt that it is claimed for. */
export interface ClaimedMail {
  id: string;
  attempts: number;
}

/** Reads and updates the outbox by the database's clock, so that any number of processes can send from it. */
@Injectable()
export class OutboxService extends ClaimQueue<ClaimedMail> {
  constructor(entityManager: EntityManager) {
    super(entityManager, {
      name: 'mails',
      id: ['id'],
      claims: 'attempts',
      dueAt: 'next_attempt_at',
      isQueued: `state = 'queued'`,
      isOpen: `state in ('queued', 'sending')`,
      // Longer than an attempt takes before it sends the text.
      claimedFor: '3 minutes',
    });
  }

  protected keyOf({ id, attempts }: ClaimedMail): (string | number)[] {
    return [id, attempts];
  }

  claim(): Promise<ClaimedMail | undefined> {
    return this.claimNext({ returning: 'id, attempts' });
  }

  /**
   * Called before the first byte of the text. Returns false if the claim has expired: another process may have the
   * message.
   */
  async beginText(mail: ClaimedMail): Promise<boolean> {
    const set = `state = 'sending', next_attempt_at = now() + ?::interval`;
    return (await this.change(mail, set, [SENDING], { isOpen: `state = 'queued'` })) !== undefined;
  }

  async markSent(mail: ClaimedMail): Promise<void> {
    const isOpen = `state in ('sending', 'unconfirmed')`;
    await this.change(mail, `state = 'sent', ended_at = now(), error = null`, [], { isOpen });
  }

  async markEnded(mail: ClaimedMail, state: 'failed' | 'unconfirmed', error: string): Promise<void> {
    await this.change(mail, 'state = ?, ended_at = now(), error = ?', [state, error]);
  }

  /**
   * Schedules the next attempt with exponential backoff, by the time since the message was queued or queued again.
   * Returns false if it has been tried for days and is given up.
   */
  async retryLater(mail: ClaimedMail, error: string): Promise<boolean> {
    const changed = await this.change<{ state: MailState }>(
      mail,
      `error = ?, next_attempt_at = now() + least(now() - least(created_at, now()) + ?::interval, ?::interval),
         state = case when created_at < now() - ?::interval then 'failed' else 'queued' end,
         ended_at = case when created_at < now() - ?::interval then now() end`,
      [error, FIRST_WAIT, LONGEST_WAIT, GIVEN_UP_AFTER, GIVEN_UP_AFTER],
      { returning: 'state' },
    );
    return changed?.state !== 'failed';
  }

  /**
   * Marks messages as unconfirmed whose process was killed while sending them, and gives up those that weren't sent
   * in time.
   */
  async tidy(): Promise<void> {
    await this.entityManager.execute(
      `update mails set state = 'unconfirmed', ended_at = now(), error = 'The process ended while the message was being sent.'
       where ${unlocked("state = 'sending' and next_attempt_at <= now()")}`,
    );
    await this.entityManager.execute(
      `update mails set state = 'failed', ended_at = now(), error = coalesce(error, 'The service did not send mail in time.')
       where ${unlocked("state = 'queued' and created_at < now() - ?::interval")}`,
      [GIVEN_UP_AFTER],
    );
  }

  /** Returns how many messages wait, and how long the oldest has been waiting. */
  async backlog(): Promise<{ mails: number; ageSeconds: number }> {
    const [row] = await this.entityManager.execute<{ mails: number; age: number }[]>(
      `select count(*)::int as mails, coalesce(extract(epoch from now() - min(created_at)), 0)::float as age
       from mails where state = 'queued'`,
    );
    return { mails: row.mails, ageSeconds: Math.max(0, row.age) };
  }
}

/** Leaves rows that another transaction has locked for the next time. */
function unlocked(where: string): string {
  return `id in (select id from mails where ${where} for update skip locked)`;
}
