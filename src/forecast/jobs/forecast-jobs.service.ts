import { EntityManager, raw } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import type { Principal } from '../../api-keys/index.js';
import { inTurns } from '../../core/background/index.js';
import { type LargeBody, Problem, newId } from '../../core/http/index.js';
import { DatabaseClockService, repeatable } from '../../core/database/index.js';
import { DAY_MS } from '../../core/time/index.js';
import type { RawBody } from '../request/body-reader.js';
import { unitsOfBatch } from '../request/batch-query.js';
import { ForecastQueries } from '../request/forecast-queries.js';
import { BackgroundUnitsService } from '../../usage/index.js';
import { ForecastJob, type JobState } from './forecast-job.entity.js';
import { JobQueueService, QUEUED_CHANNEL } from './job-queue.service.js';

/** SQLSTATEs of JSON that PostgreSQL can't store, such as numbers with 20,000 decimals. */
const UNSTORABLE = new Set(['22003', '22P02', '22P05', '54000', '54001']);
const MOST_JOBS_OF_CLIENT = 20;
/** A job that waits this long fails. */
const LONGEST_WAIT_MS = 3 * DAY_MS;

/** Jobs from the perspective of their clients. */
@Injectable()
export class ForecastJobsService {
  constructor(
    private readonly entityManager: EntityManager,
    private readonly queue: JobQueueService,
    private readonly queries: ForecastQueries,
    private readonly units: BackgroundUnitsService,
    private readonly clock: DatabaseClockService,
  ) {}

  /**
   * @throws Problem invalid_parameter listing every fault, or if the job costs more than the limit for a day; conflict
   * if the client has reached its limit of jobs; overloaded if there is no space for results
   *
   * @param largeBody the request as it was sent; gets the time that checking it takes
   */
  async submit(
    { clientId, keyId, ...owner }: Principal,
    request: RawBody,
    largeBody: LargeBody,
  ): Promise<JobState> {
    // Before the work of checking the request.
    await this.checkRoom(this.entityManager, clientId, owner.organizationId);
    // Processes share jobs on the database's clock.
    const now = new Date(this.clock.nowMs());
    const asked = await inTurns(this.queries.readJob(request, now), largeBody);
    const units = unitsOfBatch(asked);
    const dayLimit = this.units.mostOfDay(owner);
    if (units > dayLimit) {
      const detail = `The job costs ${units} units, more than the ${dayLimit} that the client has for a whole day. Request less at a time.`;
      throw new Problem('invalid_parameter', { errors: [{ pointer: '/locations', detail }] });
    }
    return repeatable(this.entityManager, async (em) => {
      // One at a time per client, so that concurrent requests can't both take the last place.
      await em.execute('select pg_advisory_xact_lock(hashtextextended(?, 0))', [
        `forecast jobs of ${clientId}`,
      ]);
      await this.checkRoom(em, clientId, owner.organizationId);
      const job = {
        id: newId('job'),
        client: clientId,
        keyId,
        status: 'queued' as const,
        points: asked.points.length,
        pointsDone: 0,
        units,
        // The request itself pays for the first unit.
        unitsCharged: 1,
        bytes: 0,
        meta: null,
        error: null,
        attempt: 0,
        failures: 0,
        dueAt: now,
        createdAt: now,
        endedAt: null,
        expiresAt: new Date(now.getTime() + LONGEST_WAIT_MS),
      };
      try {
        // The ORM writes bytes into the statement much faster than a text, in which it would have to look for quotes.
        const request = raw(`convert_from(?, 'UTF8')::jsonb`, [Buffer.from(largeBody.text)]);
        await em.insert(ForecastJob, { ...job, request });
      } catch (error) {
        if (UNSTORABLE.has(String((error as { code?: unknown }).code)))
          throw new Problem('malformed_body', {
            detail: 'The body has a number that is too long or too small.',
          });
        throw error;
      }
      await em.execute('select pg_notify(?, ?)', [QUEUED_CHANNEL, '']);
      return job;
    });
  }

  /** @throws Problem not_found for another client's job, as for one that doesn't exist */
  async find(clientId: string, id: string): Promise<ForecastJob> {
    const job = await this.entityManager.findOne(ForecastJob, { id, client: clientId });
    if (!job || (job.endedAt && job.expiresAt.getTime() <= this.clock.nowMs())) throw missing(id);
    return job;
  }

  /** Counts the timelines that a job requests; 0 if they are the default ones. */
  async countTimelines({ id }: ForecastJob): Promise<number> {
    const [row] = await this.entityManager.execute<({ timelines: string[] | null } | undefined)[]>(
      `select request -> 'timelines' as timelines from forecast_jobs where id = ?`,
      [id],
    );
    return new Set(row?.timelines).size;
  }

  /** Deletes a job and its result. A process working on it notices and stops. */
  async delete(clientId: string, id: string): Promise<void> {
    const deleted = await this.entityManager.nativeDelete(ForecastJob, { id, client: clientId });
    if (deleted === 0) throw missing(id);
  }

  /** @throws Problem conflict, overloaded */
  private async checkRoom(em: EntityManager, clientId: string, organizationId: string): Promise<void> {
    const [{ jobs }] = await em.execute<[{ jobs: number }]>(
      'select count(*)::int as jobs from forecast_jobs where client_id = ?',
      [clientId],
    );
    if (jobs >= MOST_JOBS_OF_CLIENT)
      throw new Problem('conflict', {
        detail: `The client has ${jobs} jobs, and can have ${MOST_JOBS_OF_CLIENT}. Delete one that you no longer need.`,
      });
    await this.queue.checkRoom(organizationId, em);
  }
}

function missing(id: string): Problem {
  return new Problem('not_found', { detail: `There is no job ${id}.` });
}
