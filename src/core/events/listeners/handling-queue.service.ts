import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import type { EventType } from '../../features/names.types.js';
import { RETRIES, retryWaitS } from '../../background/retry-schedule.js';
import type { PublishedEvent } from '../event.js';
import { PUBLISHED_COLUMNS } from '../published-columns.js';

/** Until it runs out, no other process handles the event. */
const CLAIM = '2 minutes';
export const CLAIM_RENEWED_EVERY_MS = 30_000;

/** An event that this process handles, and the attempt that it is claimed for. */
export interface ClaimedEvent {
  listener: string;
  attempts: number;
  event: PublishedEvent;
}

/** Hands events to listeners of all processes, on the database's clock. */
@Injectable()
export class HandlingQueueService {
  constructor(private readonly entityManager: EntityManager) {}

  /** A new listener gets the events from now on. */
  async register(listeners: readonly { name: string; type: EventType }[]): Promise<void> {
    await this.entityManager.execute(
      `insert into event_listeners (name, type, position)
       select name, type, (select coalesce(max(position), 0) from announced_events)
       from jsonb_to_recordset(?::jsonb) as given (name text, type text) order by name
       on conflict (name) do update set type = excluded.type where event_listeners.type <> excluded.type`,
      [JSON.stringify(listeners)],
    );
  }

  /** Queues what was published since. A listener that another process is at is left to that one. */
  async fill(names: readonly string[]): Promise<void> {
    await this.entityManager.execute(
      `with head as (
         select max(position) as position from announced_events
       ), behind as (
         select listener.name, listener.type, listener.position as since, head.position as until
         from event_listeners as listener join head on listener.position < head.position
         where listener.name in (select jsonb_array_elements_text(?::jsonb))
         order by listener.name for no key update of listener skip locked
       ), queued as (
         insert into event_handlings (listener_name, event_id, attempts, next_attempt_at)
         select name, event.id, 0, now() from behind
         join announced_events as event on event.type = behind.type and event.position > since and event.position <= until
         on conflict do nothing
       )
       update event_listeners set position = greatest(position, until) from behind where event_listeners.name = behind.name`,
      [JSON.stringify(names)],
    );
  }

  /** Claims the event that has been due longest; returns undefined if none is due. */
  async claim(names: readonly string[]): Promise<ClaimedEvent | undefined> {
    const [row] = await this.entityManager.execute<(PublishedEvent & Omit<ClaimedEvent, 'event'>)[]>(
      `with claimed as (
         update event_handlings set attempts = attempts + 1, next_attempt_at = now() + ?::interval
         where (listener_name, event_id) = (
           select listener_name, event_id from event_handlings
           where listener_name in (select jsonb_array_elements_text(?::jsonb)) and next_attempt_at <= now()
           order by next_attempt_at, event_id limit 1 for update skip locked
         ) returning listener_name, event_id, attempts
       ) select listener_name as listener, attempts, ${PUBLISHED_COLUMNS}
         from claimed join announced_events on id = event_id`,
      [CLAIM, JSON.stringify(names)],
    );
    if (!row) return undefined;
    const { listener, attempts, ...event } = row;
    return { listener, attempts, event };
  }

  renew(claimed: ClaimedEvent): Promise<void> {
    return this.change(`update event_handlings set next_attempt_at = now() + interval '${CLAIM}'`, claimed);
  }

  finish(claimed: ClaimedEvent): Promise<void> {
    return this.change('delete from event_handlings', claimed);
  }

  /** Returns the seconds until the next attempt; undefined if the event is given up. */
  async retryLater(claimed: ClaimedEvent): Promise<number | undefined> {
    const retriesLeft = RETRIES - claimed.attempts + 1;
    if (retriesLeft <= 0) return void (await this.finish(claimed));
    const waitS = retryWaitS(retriesLeft);
    await this.change(
      `update event_handlings set next_attempt_at = now() + make_interval(secs => ${waitS})`,
      claimed,
    );
    return waitS;
  }

  /** Returns the milliseconds until the next event is due; undefined without any. */
  async dueInMs(names: readonly string[]): Promise<number | undefined> {
    const [{ due }] = await this.entityManager.execute<{ due: number | null }[]>(
      `select (extract(epoch from min(next_attempt_at) - now()) * 1000)::float8 as due from event_handlings
       where listener_name in (select jsonb_array_elements_text(?::jsonb))`,
      [JSON.stringify(names)],
    );
    return due ?? undefined;
  }

  /** Does nothing if another process has claimed the event since. */
  private async change(statement: string, { listener, event, attempts }: ClaimedEvent): Promise<void> {
    await this.entityManager.execute(
      `${statement} where listener_name = ? and event_id = ? and attempts = ?`,
      [listener, event.id, attempts],
    );
  }
}
