import { setImmediate } from 'node:timers/promises';
import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { ApiKeyVerifierService, type Principal } from '../../api-keys/index.js';
import { inTurns } from '../../core/background/index.js';
import { ChangeFeedService, DatabaseClockService } from '../../core/database/index.js';
import { FeatureSet, type ProblemCode } from '../../core/features/index.js';
import { QueueWork } from '../../core/queues/index.js';
import { batchMeta } from '../serving/batch-answer.js';
import type { KeptAnswer } from '../answer/stored-answer.js';
import { ForecastService } from '../forecast.service.js';
import type { BatchQuery } from '../request/batch-query.js';
import type { RawBody } from '../request/body-reader.js';
import { Problem, parseLongJson } from '../../core/http/index.js';
import { BackgroundUnitsService } from '../../usage/index.js';
import { type JobError } from './forecast-job.entity.js';
import {
  type ClaimedJob,
  JobLostError,
  JobQueueService,
  MOST_FAILURES,
  QUEUED_CHANNEL,
} from './job-queue.service.js';
import { encodePart } from './part-coding.js';

/** Units charged at a time, so that other processes and requests get a share. */
const UNITS_AT_ONCE = 100;
/** Limits of a part, which is one row: up to 1.5 MB before compression. */
const PART_POINTS = 100;
const PART_VALUES = 100_000;
/** The most time for heights that aren't at hand; less than a claim is valid. */
const HEIGHTS_WITHIN_MS = 20_000;
/** A job waits out these problems: it needs units, space for its result, or a run. */
const MAY_PASS: readonly ProblemCode[] = ['quota_exceeded', 'overloaded', 'forecast_unavailable'];
/** Used if the problem doesn't say how long to wait. */
const WAIT_SECONDS = '60';
/** Clients beyond these count as not served recently. */
const MOST_SERVED_CLIENTS = 100;

/**
 * Processes jobs, one at a time per process. First charges the units of a job as limits allow; then computes all points
 * in one go, from the runs available at that time.
 */
@Injectable()
export class ForecastJobsWorker extends QueueWork<ClaimedJob, JobQueueService> {
  /** Makes clients take turns: the most recently served one comes last. */
  private servedClients: readonly string[] = [];

  constructor(
    entityManager: EntityManager,
    queue: JobQueueService,
    private readonly keys: ApiKeyVerifierService,
    private readonly units: BackgroundUnitsService,
    private readonly forecasts: ForecastService,
    private readonly features: FeatureSet,
    private readonly clock: DatabaseClockService,
    feed: ChangeFeedService,
  ) {
    super(entityManager, queue, feed, QUEUED_CHANNEL, 1);
  }

  protected override tidy(): Promise<void> {
    return this.queue.deleteExpired();
  }

  protected async claim(): Promise<ClaimedJob | undefined> {
    const job = await this.queue.claim(this.servedClients);
    if (job) this.noteServed(job.client_id);
    return job;
  }

  protected async handle(job: ClaimedJob): Promise<void> {
    let owner: Principal | undefined;
    try {
      owner = await this.ownerOf(job);
      await this.process(job, owner);
    } catch (error) {
      // The process that has the job now continues it.
      if (!(error instanceof JobLostError)) await this.giveUp(job, error, owner).catch(ignoreLoss);
    }
  }

  private noteServed(clientId: string): void {
    this.servedClients = [...this.servedClients.filter((id) => id !== clientId), clientId].slice(
      -MOST_SERVED_CLIENTS,
    );
  }

  /** @throws Problem if the key no longer allows the job */
  private async ownerOf(job: ClaimedJob): Promise<Principal> {
    const owner = await this.keys.principalOf(job.key_id);
    if (!owner.scopes.includes('forecast:batch')) throw new Problem('insufficient_scope');
    return owner;
  }

  private async process(job: ClaimedJob, owner: Principal): Promise<void> {
    if (job.failures >= MOST_FAILURES) throw new Problem('internal_error');
    await this.charge(job, owner);
    await this.queue.checkRoom(owner.organizationId);
    await this.workOut(job);
  }

  /** @throws Problem quota_exceeded if there aren't enough units yet */
  private async charge(job: ClaimedJob, owner: Principal): Promise<void> {
    let charged = job.units_charged;
    while (charged < job.units) {
      this.stopping.throwIfAborted();
      const taken = await this.units.take(owner, Math.min(UNITS_AT_ONCE, job.units - charged));
      if ('waitSeconds' in taken)
        throw new Problem('quota_exceeded', {
          detail: 'The limits of the client or its organization left too few units for the job.',
          headers: { 'retry-after': String(taken.waitSeconds) },
        });
      try {
        await this.queue.charge(job, owner, taken.units, this.clock.nowMs());
      } catch (error) {
        await taken.giveBack();
        throw error;
      }
      charged += taken.units;
    }
  }

  private async workOut(job: ClaimedJob): Promise<void> {
    const now = new Date();
    const asked = await inTurns(this.readRequest(job, now));
    await this.bringHeights(asked, job.key_id);
    await this.queue.begin(job);
    const origins: Pick<KeptAnswer, 'origin'>[] = [];
    let part: KeptAnswer[] = [];
    let parts = 0;
    const flush = async () => {
      await this.queue.addPart(job, parts++, await encodePart(part), part.length);
      part = [];
    };
    const valuesOfPoint = asked.values / asked.points.length;
    for (const answer of this.forecasts.keptAnswers(asked, now.getTime())) {
      this.stopping.throwIfAborted();
      if (answer) {
        part.push(answer);
        origins.push({ origin: answer.origin });
        if (part.length >= PART_POINTS || part.length * valuesOfPoint >= PART_VALUES) await flush();
      }
      await setImmediate();
    }
    if (part.length > 0) await flush();
    await this.queue.finish(job, batchMeta(origins, asked.units));
  }

  /** Unlike a response, a job waits for what its key may fetch. */
  private async bringHeights({ points }: BatchQuery, keyId: string): Promise<void> {
    const endMs = performance.now() + HEIGHTS_WITHIN_MS;
    for (let first = 0; first < points.length && performance.now() < endMs; first += PART_POINTS) {
      this.stopping.throwIfAborted();
      const places = points.slice(first, first + PART_POINTS).map(({ query }) => query);
      await this.forecasts.awaitGround(places, keyId, endMs - performance.now());
      await setImmediate();
    }
  }

  private *readRequest({ request }: ClaimedJob, now: Date): Generator<undefined, BatchQuery> {
    const body = yield* parseLongJson(Buffer.from(request), Infinity);
    return yield* this.forecasts.queries.readJob(body as RawBody, now);
  }

  private async giveUp(job: ClaimedJob, error: unknown, owner?: Principal): Promise<void> {
    if (this.stopping.aborted) await this.queue.release(job);
    else if (!(error instanceof Problem)) {
      this.logger.warn(`The job ${job.id} failed: ${(error as Error).message}`);
      await this.queue.retry(job);
    } else if (MAY_PASS.includes(error.code) && !job.is_late) {
      await this.queue.wait(job, Number(error.options.headers?.['retry-after'] ?? WAIT_SECONDS));
    } else await this.fail(job, error, owner);
  }

  /** Fails a job. Its units are refunded, as for a rejected request, unless its key was revoked. */
  private async fail(job: ClaimedJob, problem: Problem, owner?: Principal): Promise<void> {
    if (!owner) return this.queue.fail(job, this.errorOf(problem));
    const charges = await this.queue.failAndTakeBack(job, this.errorOf(problem), owner);
    await this.units.giveBack(owner, charges);
  }

  private errorOf({ code, options: { detail, errors } }: Problem): JobError {
    const told = detail ?? errors?.map((fault) => fault.detail).join(' ');
    return { code, detail: told ?? this.features.problems.describe(code).title };
  }
}

function ignoreLoss(error: unknown): void {
  if (!(error instanceof JobLostError)) throw error;
}
