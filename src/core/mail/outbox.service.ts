import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import type { MailState } from './mail.entity.js';

/** Longer than an attempt takes before it sends the text. Until then, no other process claims the message. */
const CLAIM = '3 minutes';
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
export class OutboxService {
  constructor(private readonly entityManager: EntityManager) {}

  /** Claims the message that has been due the longest; returns undefined if none is due. */
  async claim(): Promise<ClaimedMail | undefined> {
    const rows = await this.entityManager.execute<ClaimedMail[]>(
      `update mails set attempts = attempts + 1, next_attempt_at = now() + ?::interval
       where id = (
         select id from mails where state = 'queued' and next_attempt_at <= now()
         order by next_attempt_at limit 1 for update skip locked
       ) returning id, attempts`,
      [CLAIM],
    );
    return rows[0];
  }

  /** Returns after how many milliseconds the next message is due; undefined if none waits. */
  async dueInMs(): Promise<number | undefined> {
    const [{ ms }] = await this.entityManager.execute<[{ ms: number | null }]>(
      `select (extract(epoch from min(next_attempt_at) - now()) * 1000)::float8 as ms from mails where state = 'queued'`,
    );
    return ms ?? undefined;
  }

  /**
   * Called before the first byte of the text. Returns false if the claim has expired: another process may have the
   * message.
   */
  async beginText({ id, attempts }: ClaimedMail): Promise<boolean> {
    const begun = await this.change(
      `set state = 'sending', next_attempt_at = now() + ?::interval where id = ? and attempts = ? and state = 'queued'`,
      [SENDING, id, attempts],
    );
    return begun.length > 0;
  }

  async markSent({ id, attempts }: ClaimedMail): Promise<void> {
    await this.change(
      `set state = 'sent', ended_at = now(), error = null where id = ? and attempts = ? and state in ('sending', 'unconfirmed')`,
      [id, attempts],
    );
  }

  async markEnded(
    { id, attempts }: ClaimedMail,
    state: 'failed' | 'unconfirmed',
    error: string,
  ): Promise<void> {
    await this.change(
      `set state = ?, ended_at = now(), error = ? where id = ? and attempts = ? and state in ('queued', 'sending')`,
      [state, error, id, attempts],
    );
  }

  /**
   * Schedules the next attempt with exponential backoff, by the time since the message was queued or queued again.
   * Returns false if it has been tried for days and is given up.
   */
  async retryLater({ id, attempts }: ClaimedMail, error: string): Promise<boolean> {
    const [row] = await this.change(
      `set error = ?, next_attempt_at = now() + least(now() - least(created_at, now()) + ?::interval, ?::interval),
         state = case when created_at < now() - ?::interval then 'failed' else 'queued' end,
         ended_at = case when created_at < now() - ?::interval then now() end
       where id = ? and attempts = ? and state in ('queued', 'sending')`,
      [error, FIRST_WAIT, LONGEST_WAIT, GIVEN_UP_AFTER, GIVEN_UP_AFTER, id, attempts],
    );
    return row?.state !== 'failed';
  }

  /**
   * Marks messages as unconfirmed whose process was killed while sending them, and gives up those that weren't sent
   * in time.
   */
  async tidy(): Promise<void> {
    await this.change(
      `set state = 'unconfirmed', ended_at = now(), error = 'The process ended while the message was being sent.'
       where ${unlocked("state = 'sending' and next_attempt_at <= now()")}`,
    );
    await this.change(
      `set state = 'failed', ended_at = now(), error = coalesce(error, 'The service did not send mail in time.')
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

  private change(setAndWhere: string, parameters: unknown[] = []): Promise<{ state: MailState }[]> {
    return this.entityManager.execute(`update mails ${setAndWhere} returning state`, parameters);
  }
}

/** Leaves rows that another transaction has locked for the next time. */
function unlocked(where: string): string {
  return `id in (select id from mails where ${where} for update skip locked)`;
}
