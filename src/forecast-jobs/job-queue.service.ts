import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { Problem } from '../http/problems/problem.js';
import type { MeteredOwner, MeteredUnits } from '../usage/metering/journal/usage-event.types.js';
import { UsageWriterService } from '../usage/metering/usage-writer.service.js';
import type { JobError } from './forecast-job.entity.js';
import { JobLostError } from './job-lost-error.js';

/** A process that has a job renews its claim with every part. */
const CLAIM = '30 seconds';
const KEPT = '24 hours';
const RETRIED_AFTER = '2 seconds';
/** After so many failures a job is not tried again. */
export const MOST_FAILURES = 5;
/** Of the results of all clients together. */
const MOST_BYTES = 8 * 2 ** 30;
/** What is metered, beside the requests themselves. */
const ROUTE = 'POST /v1/weather/jobs';

/** A job, and the attempt for which a process has it. */
export interface ClaimedJob {
  readonly id: string;
  readonly attempt: number;
  readonly client_id: string;
  readonly key_id: string;
  readonly request: Record<string, unknown>;
  readonly units: number;
  readonly units_charged: number;
  readonly failures: number;
  /** Whether it has waited for as long as it may. */
  readonly is_late: boolean;
}

/** Units that were taken out of the limits at a time. */
export interface JobCharge {
  readonly units: number;
  readonly timeMs: number;
}

/**
 * The jobs as the processes share them, by the clock of the database. Whatever a process writes of a job it writes only
 * while the job is its own: one that was too slow, or frozen, finds that another has taken the job over.
 */
@Injectable()
export class JobQueueService {
  constructor(
    private readonly entityManager: EntityManager,
    private readonly usage: UsageWriterService,
  ) {}

  /**
   * Takes up the job that has waited longest, of the client that has; undefined where none is due. One that is still
   * running has lost its process, which counts as a failure: a job that ends its process would otherwise end one after
   * another.
   *
   * @param servedClients the one that was served last comes last
   */
  async claim(servedClients: readonly string[] = []): Promise<ClaimedJob | undefined> {
    const [job] = await this.entityManager.execute<(ClaimedJob | undefined)[]>(
      `update forecast_jobs set attempt = attempt + 1, failures = failures + (status = 'running')::int,
         due_at = now() + ?::interval
       where id = (
         select id from forecast_jobs
         where status in ('queued', 'waiting', 'running') and due_at <= now()
         order by array_position(?::text[], client_id) nulls first, due_at limit 1 for update skip locked
       ) returning id, attempt, client_id, key_id, request, units, units_charged, failures,
         expires_at <= now() as is_late`,
      [CLAIM, `{${servedClients.join(',')}}`],
    );
    return job;
  }

  /**
   * Counts units that were taken out of the limits: of the job, and in the client's usage. Both or neither.
   * @throws JobLostError
   */
  async charge(job: ClaimedJob, owner: MeteredOwner, units: number, timeMs: number): Promise<void> {
    await this.entityManager.transactional(async (em) => {
      await this.change(
        job,
        'units_charged = units_charged + ?, due_at = now() + ?::interval',
        [units, CLAIM],
        em,
      );
      await em.execute(
        `insert into forecast_job_charges as c (job_id, minute, units)
         values (?, date_trunc('minute', ?::timestamptz), ?)
         on conflict (job_id, minute) do update set units = c.units + excluded.units`,
        [job.id, new Date(timeMs).toISOString(), units],
      );
      await this.usage.addUnits(em, meteredUnits(owner, { units, timeMs }));
    });
  }

  /** Until there is again what it needs, or its time is over. */
  wait(job: ClaimedJob, seconds: number): Promise<void> {
    return this.change(
      job,
      `status = 'waiting', due_at = least(now() + make_interval(secs => ?), expires_at)`,
      [seconds],
    );
  }

  /** @throws Problem overloaded where there is no room for another result */
  async checkRoom(em: EntityManager = this.entityManager): Promise<void> {
    const [{ bytes }] = await em.execute<[{ bytes: number }]>(
      'select coalesce(sum(bytes), 0)::float8 as bytes from forecast_jobs',
    );
    if (bytes >= MOST_BYTES)
      throw new Problem('overloaded', {
        detail: 'There is no room left for the results of jobs. Try again in an hour.',
        headers: { 'retry-after': '3600' },
      });
  }

  /** What an earlier attempt worked out may be of other runs. */
  async begin(job: ClaimedJob): Promise<void> {
    await this.entityManager.transactional(async (em) => {
      await this.change(
        job,
        `status = 'running', points_done = 0, bytes = 0, due_at = now() + ?::interval`,
        [CLAIM],
        em,
      );
      await em.execute('delete from forecast_job_parts where job_id = ?', [job.id]);
    });
  }

  async addPart(job: ClaimedJob, number: number, answers: Buffer, points: number): Promise<void> {
    await this.entityManager.transactional(async (em) => {
      await this.change(
        job,
        'points_done = points_done + ?, bytes = bytes + ?, due_at = now() + ?::interval',
        [points, answers.length, CLAIM],
        em,
      );
      await em.execute('insert into forecast_job_parts (job_id, number, answers) values (?, ?, ?)', [
        job.id,
        number,
        answers,
      ]);
    });
  }

  finish(job: ClaimedJob, meta: object): Promise<void> {
    return this.change(job, `status = 'done', meta = ?, ended_at = now(), expires_at = now() + ?::interval`, [
      JSON.stringify(meta),
      KEPT,
    ]);
  }

  fail(job: ClaimedJob, error: JobError, em?: EntityManager): Promise<void> {
    return this.change(
      job,
      `status = 'failed', error = ?, ended_at = now(), expires_at = now() + ?::interval`,
      [JSON.stringify(error), KEPT],
      em,
    );
  }

  /**
   * The same, and the usage forgets the units of the job.
   * @returns what was taken out of the limits for it
   */
  failAndTakeBack(job: ClaimedJob, error: JobError, owner: MeteredOwner): Promise<JobCharge[]> {
    return this.entityManager.transactional(async (em) => {
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

  /** After a failure that may pass. */
  retry(job: ClaimedJob): Promise<void> {
    return this.change(job, `failures = failures + 1, status = 'queued', due_at = now() + ?::interval`, [
      RETRIED_AFTER,
    ]);
  }

  /** For another process, when this one stops. */
  release(job: ClaimedJob): Promise<void> {
    return this.change(job, `status = 'queued', due_at = now()`, []);
  }

  /** Whatever has not ended is claimed once more before. */
  async deleteExpired(): Promise<void> {
    await this.entityManager.execute(
      'delete from forecast_jobs where ended_at is not null and expires_at <= now()',
    );
  }

  /** @throws JobLostError */
  private async change(
    { id, attempt }: ClaimedJob,
    assignments: string,
    values: unknown[],
    em: EntityManager = this.entityManager,
  ): Promise<void> {
    const changed = await em.execute<unknown[]>(
      `update forecast_jobs set ${assignments} where id = ? and attempt = ? and ended_at is null returning id`,
      [...values, id, attempt],
    );
    if (changed.length === 0) throw new JobLostError(id);
  }
}

function meteredUnits(owner: MeteredOwner, charge: JobCharge): MeteredUnits {
  return { owner, route: ROUTE, status: 202, ...charge };
}
