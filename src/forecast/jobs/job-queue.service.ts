import { EntityManager } from '@mikro-orm/postgresql';
import { repeatable } from '../../core/database/index.js';
import { Injectable } from '@nestjs/common';
import { ClaimQueue } from '../../core/queues/index.js';
import { ClientsService } from '../../clients/index.js';
import { Problem } from '../../core/http/index.js';
import { type MeteredOwner, type MeteredUnits, UsageWriterService } from '../../usage/index.js';
import type { JobError } from './forecast-job.entity.js';

/** Another process has claimed the job, or it was deleted. */
export class JobLostError extends Error {
  constructor(id: string) {
    super(`The job ${id} was taken over or deleted.`);
  }
}

const KEPT = '24 hours';
/** The PostgreSQL notification channel: a job was queued. */
export const QUEUED_CHANNEL = 'weather_jobs';
const RETRIED_AFTER = '2 seconds';
/** A job isn't retried after this many failures. */
export const MOST_FAILURES = 5;
/** Total size of the results of all clients. */
const MOST_BYTES = 8 * 2 ** 30;
/** The part of the space left that an organization may use, so that something always remains for others. */
const MOST_OF_SPACE_LEFT = 1 / 4;
/** The route under which units are metered, besides the requests themselves. */
const ROUTE = 'POST /v1/weather/jobs';

/** A job, with the attempt that identifies a process's claim. */
export interface ClaimedJob {
  readonly id: string;
  readonly attempt: number;
  readonly client_id: string;
  readonly key_id: string;
  /** The request body, up to 2 MB of JSON. */
  readonly request: string;
  readonly units: number;
  readonly units_charged: number;
  readonly failures: number;
  /** Whether it has reached its longest wait. */
  readonly is_late: boolean;
}

/** Units that were charged at a time. */
export interface JobCharge {
  readonly units: number;
  readonly timeMs: number;
}

/**
 * The queue of jobs that processes share, on the database's clock. A process only writes to a job while its claim is
 * valid: one that was too slow, or frozen, finds that another has taken over.
 */
@Injectable()
export class JobQueueService extends ClaimQueue<ClaimedJob> {
  constructor(
    entityManager: EntityManager,
    private readonly usage: UsageWriterService,
    private readonly clients: ClientsService,
  ) {
    super(entityManager, {
      name: 'forecast_jobs',
      id: ['id'],
      claims: 'attempt',
      dueAt: 'due_at',
      isQueued: `status in ('queued', 'waiting', 'running')`,
      isOpen: 'ended_at is null',
      // Renewed with every part.
      claimedFor: '30 seconds',
    });
  }

  protected keyOf({ id, attempt }: ClaimedJob): (string | number)[] {
    return [id, attempt];
  }

  /**
   * Claims the longest waiting job of the least recently served client. Returns undefined if none is due. A job that is
   * still `running` has lost its process, which counts as a failure: otherwise a job that crashes its process would
   * crash one after another.
   *
   * @param servedClients recently served clients, the most recent one last
   */
  claim(servedClients: readonly string[] = []): Promise<ClaimedJob | undefined> {
    return this.claimNext({
      set: `failures = failures + (status = 'running')::int`,
      order: 'array_position(?::text[], client_id) nulls first, due_at',
      returning: `id, attempt, client_id, key_id, request::text, units, units_charged, failures,
        expires_at <= now() as is_late`,
      parameters: [`{${servedClients.join(',')}}`],
    });
  }

  /**
   * Records charged units on the job and in the client's usage, atomically.
   * @throws JobLostError
   */
  async charge(job: ClaimedJob, owner: MeteredOwner, units: number, timeMs: number): Promise<void> {
    await repeatable(this.entityManager, async (em) => {
      await this.set(job, `units_charged = units_charged + ?, ${this.renewed}`, [units], em);
      await em.execute(
        `insert into forecast_job_charges as c (job_id, minute, units)
         values (?, date_trunc('minute', ?::timestamptz), ?)
         on conflict (job_id, minute) do update set units = c.units + excluded.units`,
        [job.id, new Date(timeMs).toISOString(), units],
      );
      await this.usage.addUnits(em, meteredUnits(owner, { units, timeMs }));
    });
  }

  /** Lets the job wait for what it needs, at most until it expires. */
  wait(job: ClaimedJob, seconds: number): Promise<void> {
    return this.set(job, `status = 'waiting', due_at = least(now() + make_interval(secs => ?), expires_at)`, [
      seconds,
    ]);
  }

  /** @throws Problem overloaded if there is no space for another result of the organization */
  async checkRoom(organizationId: string, em: EntityManager = this.entityManager): Promise<void> {
    const clients = await this.clients.idsOf([organizationId]);
    const [{ bytes, own }] = await em.execute<[{ bytes: number; own: number }]>(
      `select coalesce(sum(bytes), 0)::float8 as bytes,
         coalesce(sum(bytes) filter (where client_id = any(?::text[])), 0)::float8 as own
       from forecast_jobs`,
      [`{${clients.join(',')}}`],
    );
    if (own >= Math.max(0, MOST_BYTES - bytes) * MOST_OF_SPACE_LEFT)
      throw new Problem('overloaded', {
        detail:
          "There is no room left for more results of your organization's jobs. Delete jobs that you no longer need, or try again in an hour.",
        headers: { 'retry-after': '3600' },
      });
  }

  /** Starts computing. Deletes parts of earlier attempts, which may come from other runs. */
  async begin(job: ClaimedJob): Promise<void> {
    await repeatable(this.entityManager, async (em) => {
      await this.set(job, `status = 'running', points_done = 0, bytes = 0, ${this.renewed}`, [], em);
      await em.execute('delete from forecast_job_parts where job_id = ?', [job.id]);
    });
  }

  async addPart(job: ClaimedJob, number: number, answers: Buffer, points: number): Promise<void> {
    await repeatable(this.entityManager, async (em) => {
      const set = `points_done = points_done + ?, bytes = bytes + ?, ${this.renewed}`;
      await this.set(job, set, [points, answers.length], em);
      await em.execute('insert into forecast_job_parts (job_id, number, answers) values (?, ?, ?)', [
        job.id,
        number,
        answers,
      ]);
    });
  }

  finish(job: ClaimedJob, meta: object): Promise<void> {
    return this.set(job, `status = 'done', meta = ?, ended_at = now(), expires_at = now() + ?::interval`, [
      JSON.stringify(meta),
      KEPT,
    ]);
  }

  fail(job: ClaimedJob, error: JobError, em?: EntityManager): Promise<void> {
    return this.set(
      job,
      `status = 'failed', error = ?, ended_at = now(), expires_at = now() + ?::interval`,
      [JSON.stringify(error), KEPT],
      em,
    );
  }

  /**
   * Fails the job, and removes its units from the usage.
   * @returns what was charged for it
   */
  failAndTakeBack(job: ClaimedJob, error: JobError, owner: MeteredOwner): Promise<JobCharge[]> {
    return repeatable(this.entityManager, async (em) => {
      await this.fail(job, error, em);
      const charges = await em.execute<JobCharge[]>(
        `delete from forecast_job_charges where job_id = ?
         returning units, extract(epoch from minute)::float8 * 1000 as "timeMs"`,
        [job.id],
      );
      const units = charges.reduce((sum, charge) => sum + charge.units, 0);
      await em.execute('update forecast_jobs set units_charged = units_charged - ? where id = ?', [
        units,
        job.id,
      ]);
      await this.usage.takeBackUnits(
        em,
        charges.map((charge) => meteredUnits(owner, charge)),
      );
      return charges;
    });
  }

  /** Retries the job after a failure that may be temporary. */
  retry(job: ClaimedJob): Promise<void> {
    return this.set(job, `failures = failures + 1, status = 'queued', due_at = now() + ?::interval`, [
      RETRIED_AFTER,
    ]);
  }

  /** Releases the job for another process, when this one stops. */
  async release(job: ClaimedJob): Promise<void> {
    await this.set(job, `status = 'queued', due_at = now()`, []);
    await this.entityManager.execute('select pg_notify(?, ?)', [QUEUED_CHANNEL, '']);
  }

  /** Deletes expired jobs that have ended. Others are claimed once more, and then end. */
  async deleteExpired(): Promise<void> {
    await this.entityManager.execute(
      `delete from forecast_jobs where id in (
         select id from forecast_jobs where ended_at is not null and expires_at <= now() for update skip locked
       )`,
    );
  }

  /** @throws JobLostError */
  private async set(job: ClaimedJob, set: string, values: unknown[], em?: EntityManager): Promise<void> {
    if (!(await this.change(job, set, values, { em }))) throw new JobLostError(job.id);
  }
}

function meteredUnits(owner: MeteredOwner, charge: JobCharge): MeteredUnits {
  return { owner, route: ROUTE, status: 202, ...charge };
}
