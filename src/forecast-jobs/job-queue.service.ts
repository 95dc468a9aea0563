import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import type { MeteredOwner } from '../usage/metering/journal/usage-event.types.js';
import { UsageWriterService } from '../usage/metering/usage-writer.service.js';
import type { JobError } from './forecast-job.entity.js';
import { JobLostError } from './job-lost-error.js';

/** A process that has a job renews its claim with every part. */
const CLAIM = '30 seconds';
const KEPT = '24 hours';
const RETRIED_AFTER = '2 seconds';
/** After so many failures a job is not tried again. */
export const MOST_FAILURES = 5;
/** What is metered, beside the requests themselves. */
const ROUTE = 'POST /v1/weather/jobs';

/** A job, and the attempt for which a process has it. */
export interface ClaimedJob {
  readonly id: string;
  readonly attempt: number;
  readonly key_id: string;
  readonly request: Record<string, unknown>;
  readonly units: number;
  readonly units_charged: number;
  readonly failures: number;
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
   * Takes up the job that has waited longest; undefined where none is due. One that is still running has lost its
   * process, which counts as a failure: a job that ends its process would otherwise end one after another.
   */
  async claim(): Promise<ClaimedJob | undefined> {
    const [job] = await this.entityManager.execute<(ClaimedJob | undefined)[]>(
      `update forecast_jobs set attempt = attempt + 1, failures = failures + (status = 'running')::int,
         due_at = now() + ?::interval
       where id = (
         select id from forecast_jobs
         where status in ('queued', 'waiting', 'running') and due_at <= now()
         order by due_at limit 1 for update skip locked
       ) returning id, attempt, key_id, request, units, units_charged, failures`,
      [CLAIM],
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
      await this.usage.addUnits(em, { owner, route: ROUTE, status: 202, units, timeMs });
    });
  }

  /** Until there are units again. */
  wait(job: ClaimedJob, seconds: number): Promise<void> {
    return this.change(job, `status = 'waiting', due_at = now() + make_interval(secs => ?)`, [seconds]);
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

  fail(job: ClaimedJob, error: JobError): Promise<void> {
    return this.change(
      job,
      `status = 'failed', error = ?, ended_at = now(), expires_at = now() + ?::interval`,
      [JSON.stringify(error), KEPT],
    );
  }

  /** After a failure that may pass; after too many, for good. */
  retry(job: ClaimedJob, error: JobError): Promise<void> {
    const isLast = `failures >= ${MOST_FAILURES - 1}`;
    return this.change(
      job,
      `failures = failures + 1, status = case when ${isLast} then 'failed' else 'queued' end,
       error = case when ${isLast} then ?::jsonb end, ended_at = case when ${isLast} then now() end,
       due_at = now() + ?::interval`,
      [JSON.stringify(error), RETRIED_AFTER],
    );
  }

  /** For another process, when this one stops. */
  release(job: ClaimedJob): Promise<void> {
    return this.change(job, `status = 'queued', due_at = now()`, []);
  }

  async deleteExpired(): Promise<void> {
    await this.entityManager.execute('delete from forecast_jobs where expires_at <= now()');
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
