import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { RepeatedWork } from '../background/repeated-work.js';
import { ChangeFeedService } from '../database/changes/change-feed.service.js';
import { DatabasePoll } from '../database/changes/database-poll.js';
import { ANNOUNCED_CHANNEL, PUBLISHED_CHANNEL, PUBLISHED_COLUMNS, type PublishedEvent } from './event.js';

const AT_ONCE = 500;

/** Called in the transaction that assigns the events' positions, so its writes happen once and in that order. */
export type EventListener = (em: EntityManager, events: readonly PublishedEvent[]) => Promise<void>;

/**
 * Assigns events their positions in one total order. Transactions don't commit in the order in which they begin, so a
 * reader that follows IDs would miss events. Positions are assigned after the commit, by one process at a time.
 */
@Injectable()
export class EventPublisherService extends RepeatedWork {
  protected readonly intervalMs = 1_000;
  private readonly listeners: EventListener[] = [];
  private readonly poll: DatabasePoll;

  constructor(
    private readonly entityManager: EntityManager,
    feed: ChangeFeedService,
  ) {
    super();
    this.poll = new DatabasePoll(feed, [ANNOUNCED_CHANNEL], () => this.hurry());
  }

  onPublish(listener: EventListener): void {
    this.listeners.push(listener);
  }

  protected override async turn(): Promise<void> {
    await this.poll.run(() => this.publishWaiting());
  }

  async work(): Promise<void> {
    await this.publishWaiting();
  }

  /** @returns when to look again: soon if another process publishes, which may not see the newest events */
  private async publishWaiting(): Promise<number | undefined> {
    let published: number | undefined;
    do published = (await this.isAnyWaiting()) ? await this.publish() : 0;
    while (published === AT_ONCE);
    return published === undefined ? this.intervalMs : undefined;
  }

  private async isAnyWaiting(): Promise<boolean> {
    const rows = await this.entityManager.execute<unknown[]>(
      'select 1 from announced_events where position is null limit 1',
    );
    return rows.length > 0;
  }

  /** Returns undefined while another process publishes. */
  private publish(): Promise<number | undefined> {
    return this.entityManager.transactional(async (em) => {
      const [{ isMine }] = await em.execute<{ isMine: boolean }[]>(
        `select pg_try_advisory_xact_lock(hashtext('events')) as "isMine"`,
      );
      if (!isMine) return undefined;
      const events = await em.execute<PublishedEvent[]>(
        `with waiting as (
           select id as waiting_id, row_number() over (order by created_at, id) as place
           from announced_events where position is null order by created_at, id limit ?
         ), placed as (
           update announced_events set position = place + (select coalesce(max(position), 0) from announced_events)
           from waiting where id = waiting_id returning announced_events.*
         ) select ${PUBLISHED_COLUMNS} from placed order by position`,
        [AT_ONCE],
      );
      for (const listener of this.listeners) await listener(em, events);
      await em.execute(`select pg_notify(?, '')`, [PUBLISHED_CHANNEL]);
      return events.length;
    });
  }
}
