import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import type { EventType } from '../../features/names.types.js';
import { ClaimQueue } from '../../queues/claim-queue.js';
import { RETRIES, retryWaitS } from '../../queues/retry-schedule.js';
import { PUBLISHED_COLUMNS, type PublishedEvent } from '../event.js';

export const CLAIM_RENEWED_EVERY_MS = 30_000;

/** An event that this process handles, and the attempt that it is claimed for. */
export interface ClaimedEvent {
  listener: string;
  attempts: number;
  event: PublishedEvent;
}

const OF_LISTENERS = 'listener_name in (select jsonb_array_elements_text(?::jsonb))';

/** Hands events to listeners of all processes, on the database's clock. */
@Injectable()
export class HandlingQueueService extends ClaimQueue<ClaimedEvent> {
  /** Of the listeners of this process, as JSON. */
  private names: string | undefined;

  constructor(entityManager: EntityManager) {
    super(entityManager, {
      name: 'event_handlings',
      id: ['listener_name', 'event_id'],
      claims: 'attempts',
      dueAt: 'next_attempt_at',
      isQueued: 'true',
      claimedFor: '2 minutes',
    });
  }

  protected keyOf({ listener, event, attempts }: ClaimedEvent): (string | number)[] {
    return [listener, event.id, attempts];
  }

  /**
   * Queues what was published since. A new listener gets the events from now on; one that another process is at is left
   * to that one.
   */
  async fill(listeners: readonly { name: string; type: EventType }[]): Promise<void> {
    if (this.names === undefined) await this.register(listeners);
    this.names = JSON.stringify(listeners.map(({ name }) => name));
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
      [this.names],
    );
  }

  async claim(): Promise<ClaimedEvent | undefined> {
    const row = await this.claimNext<PublishedEvent & Omit<ClaimedEvent, 'event'>>({
      where: OF_LISTENERS,
      order: 'next_attempt_at, event_id',
      returning: `listener_name as listener, attempts, ${PUBLISHED_COLUMNS}`,
      join: 'join announced_events on id = event_id',
      parameters: [this.names],
    });
    if (!row) return undefined;
    const { listener, attempts, ...event } = row;
    return { listener, attempts, event };
  }

  override dueInMs(): Promise<number | undefined> {
    return super.dueInMs(OF_LISTENERS, [this.names]);
  }

  async renew(claimed: ClaimedEvent): Promise<void> {
    await this.change(claimed, this.renewed);
  }

  /** Does nothing if another process has claimed the event since. */
  async finish({ listener, event, attempts }: ClaimedEvent): Promise<void> {
    await this.entityManager.execute(
      'delete from event_handlings where listener_name = ? and event_id = ? and attempts = ?',
      [listener, event.id, attempts],
    );
  }

  /** Returns the seconds until the next attempt; undefined if the event is given up. */
  async retryLater(claimed: ClaimedEvent): Promise<number | undefined> {
    const retriesLeft = RETRIES - claimed.attempts + 1;
    if (retriesLeft <= 0) return void (await this.finish(claimed));
    const waitS = retryWaitS(retriesLeft);
    await this.change(claimed, 'next_attempt_at = now() + make_interval(secs => ?)', [waitS]);
    return waitS;
  }

  private async register(listeners: readonly { name: string; type: EventType }[]): Promise<void> {
    await this.entityManager.execute(
      `insert into event_listeners (name, type, position)
       select name, type, (select coalesce(max(position), 0) from announced_events)
       from jsonb_to_recordset(?::jsonb) as given (name text, type text) order by name
       on conflict (name) do update set type = excluded.type where event_listeners.type <> excluded.type`,
      [JSON.stringify(listeners)],
    );
  }
}
