import { EntityManager } from '@mikro-orm/postgresql';
import { Controller, Get, Header, Optional, Req, Res } from '@nestjs/common';
import { ApiResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Endpoint, Public, RoutineRoute } from '../../core/http/index.js';
import { ChangeFeedService, DatabaseClockService } from '../../core/database/index.js';
import { toInstant, within } from '../../core/time/index.js';
import { Configuration } from '../../core/config/index.js';
import { GroundService } from '../../forecast/index.js';
import { IngestReportsService, IngestStatusesService } from '../../ingest/index.js';
import { ObservationStatusService } from '../../observations/index.js';
import { RunCatalogue } from '../../store/catalogue/index.js';
import { readSharingReport } from '../../store/sharing/index.js';
import { JournalHealthService } from '../../usage/index.js';
import { VerificationStatusService } from '../../verification/index.js';
import { DrainingService } from './draining.service.js';
import {
  LivenessDto,
  type NewestRunDto,
  NOT_READY_CODES,
  type NotReadyCode,
  ReadinessDto,
} from './health.dto.js';

const DATABASE_TIMEOUT_MS = 2_000;

@ApiTags('Health')
@Controller('health')
@Public()
export class HealthController {
  constructor(
    private readonly entityManager: EntityManager,
    private readonly catalogue: RunCatalogue,
    private readonly statuses: IngestStatusesService,
    private readonly configuration: Configuration,
    private readonly draining: DrainingService,
    private readonly clock: DatabaseClockService,
    private readonly reports: IngestReportsService,
    private readonly observations: ObservationStatusService,
    @Optional() private readonly journalHealth?: JournalHealthService,
    @Optional() private readonly feed?: ChangeFeedService,
    @Optional() private readonly verification?: VerificationStatusService,
    @Optional() private readonly ground?: GroundService,
  ) {}

  @RoutineRoute()
  @Get('live')
  @Header('cache-control', 'no-store')
  @Endpoint({
    id: 'getLiveness',
    summary: 'Check that the process is alive',
    description: 'Returns 200 while the process responds. Use it to restart a process that hangs.',
  })
  live(): LivenessDto {
    return { status: 'live' };
  }

  @RoutineRoute()
  @Get('ready')
  @Header('cache-control', 'no-store')
  @Endpoint({
    id: 'getReadiness',
    summary: 'Check that the service is ready',
    description:
      "Returns 200 while the service can serve requests, and 503 while it can't. `code` in the body gives the reason. With a shared run store, a process isn't ready until it has read the store's list of model runs and has one of them, unless the list is empty. After that, a missing or old run doesn't make it unready, nor does a problem with the source of the runs: `feeds` names it.",
  })
  @ApiResponse({
    status: 503,
    type: ReadinessDto,
    description:
      "The database doesn't respond, the model runs can't be read or aren't loaded yet, usage can't be recorded, the clock differs from the database's by more than a minute, or the service is about to stop and shouldn't get new requests.",
  })
  async ready(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<ReadinessDto> {
    // Browser requests, such as the dashboard's, don't count: a browser has no other process to turn to.
    if (request.headers['sec-fetch-site'] === undefined) this.draining.noteQuestion();
    const database = await attempt(request, 'The database does not respond', () => this.askDatabase());
    const newestRun = await attempt(request, 'The model runs cannot be read', () => this.newestRun());
    const isStoreReadable = newestRun !== undefined && this.catalogue.isListable;
    const journal = this.journal();
    const canRecord = journal !== 'unavailable' || this.configuration.journalFull === 'uncounted';
    const sharing = readSharingReport(this.configuration);
    const { isDraining } = this.draining;
    const obstacles: Record<NotReadyCode, boolean> = {
      draining: isDraining,
      database_unavailable: database === undefined,
      store_unavailable: !isStoreReadable,
      runs_not_loaded: sharing?.isLoaded === false,
      journal_unavailable: !canRecord,
      clock_wrong: this.clock.isWrong,
    };
    const code = NOT_READY_CODES.find((name) => obstacles[name]) ?? null;
    if (code) reply.status(503);
    return {
      status: isDraining ? 'draining' : code ? 'unavailable' : 'ready',
      code,
      database: database === undefined ? 'unavailable' : 'ready',
      store: isStoreReadable ? 'ready' : 'unavailable',
      journal,
      clock_ahead_seconds: this.clock.aheadSeconds ?? null,
      newest_run: newestRun ?? null,
      damaged_runs: this.catalogue.damagedRuns().length,
      shared_runs: sharing ? (sharing.isLoaded && !sharing.lastError ? 'ready' : 'unavailable') : null,
      shared_runs_error: sharing?.lastError?.name ?? null,
      change_feed: this.changeFeed(),
      feeds: this.reports.feeds(),
      observations: this.observations.feeds(),
      verification: this.verification?.status() ?? null,
      terrain: this.ground?.isUsed ? { fault: this.ground.fault ?? null } : null,
    };
  }

  private async askDatabase(): Promise<true> {
    await within(DATABASE_TIMEOUT_MS, this.entityManager.execute('select 1'));
    return true;
  }

  private journal(): ReadinessDto['journal'] {
    if (!this.journalHealth) return null;
    return this.journalHealth.isWritable ? 'ready' : 'unavailable';
  }

  private changeFeed(): ReadinessDto['change_feed'] {
    if (!this.feed) return null;
    return this.feed.isConnected ? 'ready' : 'unavailable';
  }

  private newestRun(): NewestRunDto | null {
    const [served] = this.catalogue.runs();
    const stored = served && {
      model: served.manifest.model,
      run: served.run,
      publishedAt: served.publishedAt,
    };
    const newest = stored ?? this.statuses.newestStored();
    if (!newest) return null;
    const { model, run, publishedAt } = newest;
    return { model, run: toInstant(run), published_at: toInstant(publishedAt) };
  }
}

/** Returns the result, or undefined after a failure, which is logged. */
async function attempt<T>(
  request: FastifyRequest,
  failure: string,
  task: () => T | Promise<T>,
): Promise<T | undefined> {
  try {
    return await task();
  } catch (error) {
    request.log.warn({ err: error }, failure);
    return undefined;
  }
}
