import { ClaimQueue, retryWaitS } from '../../../core/queues/index.js';
import { EntityManager } from '@mikro-orm/postgresql';
import { repeatable } from '../../../core/database/index.js';
import { PUBLISHED_CHANNEL } from '../../../core/events/index.js';
import { Injectable } from '@nestjs/common';
import { DisabledWebhooksService } from './disabled-webhooks.service.js';
import { type Attempt, type ClaimedDelivery, type Outcome, TEST } from './delivery.types.js';

/** A webhook is disabled after this time without any success. */
const FAILING = '5 days';
/** Delay of an event for reasons that aren't the endpoint's fault. */
const POSTPONED = '5 minutes';
const SLOW_MS = 2_000;
/**
 * Number of quick successes that end an endpoint's slow status after a slow attempt. After a quick failure, one
 * suffices.
 */
const QUICK_ONES_AFTER_SLOW = 20;
const GONE = 410;

export interface Backlog {
  events: number;
  delaySeconds: number;
}

type Claim = Pick<ClaimedDelivery, 'webhookId' | 'claim'>;
type EmptyClaim = Claim & { eventId: null };

const NEXT = `webhook_id = ? and status = 'pending' order by is_by_hand desc, position, message_id limit 1`;

/**
 * The queue of webhooks that processes share, on the database's clock. A process claims a webhook while it sends one
 * event, so its events go out in order, one at a time. Whoever adds or ends a delivery locks its webhook first.
 */
@Injectable()
export class DeliveryQueueService extends ClaimQueue<Claim> {
  constructor(
    entityManager: EntityManager,
    private readonly disabled: DisabledWebhooksService,
  ) {
    super(entityManager, {
      name: 'webhooks',
      id: ['id'],
      claims: 'claims',
      dueAt: 'due_at',
      isQueued: 'due_at is not null',
      // Longer than an attempt takes.
      claimedFor: '1 minute',
    });
  }

  protected keyOf({ webhookId, claim }: Claim): (string | number)[] {
    return [webhookId, claim];
  }

  /**
   * Claims the webhook that has been due longest. Returns undefined if none is due.
   * @param busy organizations to skip
   * @param takesSlow whether to include webhooks that recently failed or were slow, or that are new
   */
  async claim(busy: readonly string[], takesSlow: boolean): Promise<ClaimedDelivery | undefined> {
    for (;;) {
      const claimed = await this.claimDue(busy, takesSlow);
      if (claimed?.eventId !== null) return claimed;
      // It was due although nothing is pending for it; the next one may have something.
      await this.release(claimed);
    }
  }

  /** Records the outcome of an attempt. Does nothing if another process has claimed the webhook since. */
  finish(delivery: ClaimedDelivery, attempt: Attempt): Promise<Outcome | undefined> {
    return repeatable(this.entityManager, async (em) => {
      if (!(await this.isStillOurs(em, delivery))) return undefined;
      const outcome = outcomeOf(delivery, attempt);
      await this.note(em, delivery, attempt, outcome);
      const [{ hasFailedForDays }] = await em.execute<{ hasFailedForDays: boolean }[]>(
        `update webhooks set quick_ones_to_go = case when ? then ? when ? then quick_ones_to_go - (quick_ones_to_go > 0)::int else greatest(quick_ones_to_go, 1) end, failing_since = case when ? then null when ? then failing_since else coalesce(failing_since, now()) end
         where id = ? returning coalesce(failing_since < now() - ?::interval, false) as "hasFailedForDays"`,
        [
          attempt.durationMs > SLOW_MS,
          QUICK_ONES_AFTER_SLOW,
          outcome === 'delivered',
          outcome === 'delivered',
          delivery.isTest,
          delivery.webhookId,
          FAILING,
        ],
      );
      const reason =
        attempt.status === GONE ? 'gone' : hasFailedForDays && !delivery.isTest ? 'failing' : undefined;
      if (reason) await this.disabled.disable(em, delivery.webhookId, reason);
      await this.letGo(em, delivery.webhookId);
      return outcome;
    });
  }

  /** Delays an event that wasn't sent. That is no failure of the endpoint, and uses no retry. */
  postpone(delivery: ClaimedDelivery, reason: string): Promise<void> {
    const { webhookId, eventId } = delivery;
    return repeatable(this.entityManager, async (em) => {
      if (!(await this.isStillOurs(em, delivery))) return;
      await em.execute(
        `update webhook_deliveries set error = ?, next_attempt_at = now() + ?::interval
         where webhook_id = ? and message_id = ? and status = 'pending'`,
        [reason, POSTPONED, webhookId, eventId],
      );
      await this.letGo(em, webhookId);
    });
  }

  /** Releases the claim for another process, when this one stops. */
  release(delivery: Claim): Promise<void> {
    return repeatable(this.entityManager, async (em) => {
      if (!(await this.isStillOurs(em, delivery))) return;
      await this.letGo(em, delivery.webhookId);
      await wakeSenders(em);
    });
  }

  /** Returns the number of pending events, and how long the oldest due webhook has been waiting. */
  async backlog(): Promise<Backlog> {
    const [row] = await this.entityManager.execute<Backlog[]>(
      `select (select count(*)::int from webhook_deliveries where status = 'pending') as events,
         coalesce(extract(epoch from now() - (select min(due_at) from webhooks where due_at <= now())), 0)::float8 as "delaySeconds"`,
    );
    return row;
  }

  /**
   * Invalidates the claim of a webhook that has changed: the outcome of an attempt in flight says nothing about it now.
   * The webhook must be locked.
   */
  async endClaim(em: EntityManager, webhookId: string): Promise<void> {
    await em.execute('update webhooks set claims = claims + 1 where id = ?', [webhookId]);
    await this.letGo(em, webhookId);
    await wakeSenders(em);
  }

  /** The event is null if nothing is pending. */
  private claimDue(
    busy: readonly string[],
    takesSlow: boolean,
  ): Promise<ClaimedDelivery | EmptyClaim | undefined> {
    return this.claimNext({
      set: 'is_claimed = true',
      where: `(? or quick_ones_to_go = 0) and organization_id not in (select jsonb_array_elements_text(?::jsonb))`,
      returning: `claimed.id as "webhookId", organization_id as "organizationId", claims as claim, quick_ones_to_go > 0 as "isSlow", url,
        case when previous_secret_ends_at > now() then array[secret, previous_secret] else array[secret] end as secrets,
        message_id as "eventId", body, type = ? as "isTest", is_by_hand as "isByHand", retries_left as "retriesLeft"`,
      join: `left join lateral (
          select * from webhook_deliveries where webhook_id = claimed.id and status = 'pending'
          order by is_by_hand desc, position, message_id limit 1
        ) as delivery on true left join webhook_messages on webhook_messages.id = message_id`,
      parameters: [takesSlow, JSON.stringify(busy), TEST],
    });
  }

  private async isStillOurs(em: EntityManager, { webhookId, claim }: Claim): Promise<boolean> {
    const rows = await em.execute<unknown[]>(
      'select 1 from webhooks where id = ? and claims = ? for no key update',
      [webhookId, claim],
    );
    return rows.length > 0;
  }

  private async note(
    em: EntityManager,
    { webhookId, eventId, retriesLeft, isByHand }: ClaimedDelivery,
    { status, error, durationMs, retryAfterS }: Attempt,
    outcome: Outcome,
  ): Promise<void> {
    const waitS = outcome === 'retried' ? retryWaitS(retriesLeft, retryAfterS) : null;
    // A retry by hand during the attempt asks for another attempt, unless this one delivered the event.
    const isAskedFor = `(is_by_hand and not ? and not ?)`;
    const asked = [isByHand, outcome === 'delivered'];
    await em.execute(
      `update webhook_deliveries set attempts = attempts + 1, last_attempt_at = now(), last_duration_ms = ?, last_status = ?, error = ?,
         status = case when ${isAskedFor} then 'pending' when ? = 'failed' and was_delivered then 'delivered' else ? end, is_by_hand = ${isAskedFor},
         retries_left = retries_left - (retries_left > 0)::int,
         next_attempt_at = case when ${isAskedFor} then now() else now() + make_interval(secs => ?) end,
         ended_at = case when ? or ${isAskedFor} then null else now() end
       where webhook_id = ? and message_id = ? and status = 'pending'`,
      [
        durationMs,
        status,
        error,
        ...asked,
        outcome,
        outcome === 'retried' ? 'pending' : outcome,
        ...asked,
        ...asked,
        waitS,
        outcome === 'retried',
        ...asked,
        webhookId,
        eventId,
      ],
    );
  }

  /**
   * Ends the claim. The webhook must be locked, so that no delivery is added in the meantime. If nothing is pending,
   * clears `failing_since`: nothing shows whether the endpoint still fails, so the time until the next event doesn't
   * count.
   */
  private async letGo(em: EntityManager, webhookId: string): Promise<void> {
    await em.execute(
      `update webhooks set is_claimed = false, due_at = next.due_at,
         failing_since = case when next.due_at is not null or disabled_reason is not null then failing_since end
       from (select (select next_attempt_at from webhook_deliveries where ${NEXT}) as due_at) as next where id = ?`,
      [webhookId, webhookId],
    );
  }
}

/** Lets every process look for what is due, once the transaction commits. */
async function wakeSenders(em: EntityManager): Promise<void> {
  await em.execute(`select pg_notify(?, '')`, [PUBLISHED_CHANNEL]);
}

function outcomeOf({ retriesLeft }: ClaimedDelivery, { status }: Attempt): Outcome {
  if (status !== null && status >= 200 && status < 300) return 'delivered';
  return retriesLeft > 0 ? 'retried' : 'failed';
}
