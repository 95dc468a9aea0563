import { setImmediate, setTimeout as delay } from 'node:timers/promises';
import { EntityManager, RequestContext } from '@mikro-orm/postgresql';
import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { ApiKeyVerifierService } from '../api-keys/api-key-verifier.service.js';
import type { Principal } from '../api-keys/principal.types.js';
import { DatabaseClockService } from '../database/clock/database-clock.service.js';
import { FeatureSet } from '../features/feature-set.js';
import { batchMeta, type KeptAnswer } from '../forecast/batch.types.js';
import { ForecastService } from '../forecast/forecast.service.js';
import { Problem } from '../http/problems/problem.js';
import { BackgroundUnitsService } from '../usage/limits/background-units.service.js';
import type { JobError } from './forecast-job.entity.js';
import { JobLostError } from './job-lost-error.js';
import { type ClaimedJob, JobQueueService, MOST_FAILURES } from './job-queue.service.js';
import { encodePart } from './part-coding.js';

const EVERY_MS = 500;
const TIDIED_EVERY_MS = 60_000;
/** Taken at a time, so that other processes and requests come in between. */
const UNITS_AT_ONCE = 100;
/** Of a part, which is one row: up to a megabyte and a half before it is compressed. */
const PART_POINTS = 100;
const PART_VALUES = 100_000;

/**
 * Works jobs off, one at a time in each process. First it takes the units of a job out of the limits, as they come; then
 * it works out all points at once, out of the runs of that moment.
 */
@Injectable()
export class ForecastJobsWorker implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new Logger(ForecastJobsWorker.name);
  private readonly stopping = new AbortController();
  private loop: Promise<void> = Promise.resolve();
  private isFailing = false;

  constructor(
    private readonly entityManager: EntityManager,
    private readonly queue: JobQueueService,
    private readonly keys: ApiKeyVerifierService,
    private readonly units: BackgroundUnitsService,
    private readonly forecasts: ForecastService,
    private readonly features: FeatureSet,
    private readonly clock: DatabaseClockService,
  ) {}

  onApplicationBootstrap(): void {
    this.loop = this.workUntilStopped();
  }

  async onModuleDestroy(): Promise<void> {
    this.stopping.abort();
    await this.loop;
  }

  private async workUntilStopped(): Promise<void> {
    const { signal } = this.stopping;
    let tidiedMs = -Infinity;
    while (!signal.aborted) {
      try {
        if (performance.now() - tidiedMs >= TIDIED_EVERY_MS) {
          await this.inContext(() => this.queue.deleteExpired());
          tidiedMs = performance.now();
        }
        while (!signal.aborted && (await this.inContext(() => this.takeOne())));
        this.isFailing = false;
      } catch (error) {
        if (!this.isFailing) this.logger.warn(`Jobs can't be processed: ${(error as Error).message}`);
        this.isFailing = true;
      }
      await delay(EVERY_MS, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }

  private inContext<T>(work: () => Promise<T>): Promise<T> {
    return RequestContext.create(this.entityManager, work);
  }

  /** @returns whether there was one */
  private async takeOne(): Promise<boolean> {
    const job = await this.queue.claim();
    if (!job) return false;
    try {
      await this.work(job);
    } catch (error) {
      // Whoever has the job now goes on with it.
      if (!(error instanceof JobLostError)) await this.giveUp(job, error).catch(ignoreLoss);
    }
    return true;
  }

  private async work(job: ClaimedJob): Promise<void> {
    if (job.failures >= MOST_FAILURES) throw new Problem('internal_error');
    const owner = await this.keys.principalOf(job.key_id);
    if (!owner.scopes.includes('forecast:batch')) throw new Problem('insufficient_scope');
    const waitSeconds = await this.charge(job, owner);
    if (waitSeconds > 0) await this.queue.wait(job, waitSeconds);
    else await this.workOut(job);
  }

  /** @returns the seconds until there are units again; 0 where all are taken */
  private async charge(job: ClaimedJob, owner: Principal): Promise<number> {
    let charged = job.units_charged;
    while (charged < job.units) {
      this.stopping.signal.throwIfAborted();
      const taken = await this.units.take(owner, Math.min(UNITS_AT_ONCE, job.units - charged));
      if ('waitSeconds' in taken) return taken.waitSeconds;
      try {
        await this.queue.charge(job, owner, taken.units, this.clock.nowMs());
      } catch (error) {
        await taken.giveBack();
        throw error;
      }
      charged += taken.units;
    }
    return 0;
  }

  private async workOut(job: ClaimedJob): Promise<void> {
    const now = new Date();
    const asked = this.forecasts.queries.parseJob(job.request, now);
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
      this.stopping.signal.throwIfAborted();
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

  private async giveUp(job: ClaimedJob, error: unknown): Promise<void> {
    if (this.stopping.signal.aborted) await this.queue.release(job);
    // A run may come, and the job has paid.
    else if (error instanceof Problem && error.code === 'forecast_unavailable')
      await this.queue.wait(job, Number(error.options.headers?.['retry-after']));
    else if (error instanceof Problem) await this.queue.fail(job, this.errorOf(error));
    else {
      this.logger.warn(`The job ${job.id} failed: ${(error as Error).message}`);
      await this.queue.retry(job, this.errorOf(new Problem('internal_error')));
    }
  }

  private errorOf({ code, options: { detail, errors } }: Problem): JobError {
    const told = detail ?? errors?.map((fault) => fault.detail).join(' ');
    return { code, detail: told ?? this.features.problems.describe(code).title };
  }
}

function ignoreLoss(error: unknown): void {
  if (!(error instanceof JobLostError)) throw error;
}
