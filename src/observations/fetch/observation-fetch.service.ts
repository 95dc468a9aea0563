import { MikroORM } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { faultOfError } from '../../core/common/index.js';
import { Configuration, type ObservationTarget } from '../../core/config/index.js';
import { DatabaseClockService } from '../../core/database/index.js';
import { LockedWork } from '../../core/locks/index.js';
import { HOUR_MS, backOffMs, toInstant } from '../../core/time/index.js';
import type { ObservationSourceState } from '../reports/observation-source-state.entity.js';
import { ObservationStoreService, type SourceChange } from '../reports/observation-store.service.js';
import { FeedError } from './feed-error.js';
import type { FileVersion } from './fetch-file.js';
import { type Reading, readSource } from './read-source.js';

/** Not that of writing, which the holder of this one waits for. */
const LOCK = 'observations:fetch';
const LONGEST_WAIT_MS = HOUR_MS / 2;

/** What an attempt at a source brought, for the command. */
export interface Attempt {
  readonly source: string;
  readonly reading: Reading | undefined;
  readonly error: Error | undefined;
}

interface Target {
  readonly target: ObservationTarget;
  readonly state: ObservationSourceState | undefined;
}

/** Reads station reports from their sources, in one process of the cluster at a time. */
@Injectable()
export class ObservationFetchService extends LockedWork {
  protected readonly intervalMs = 15_000;
  protected readonly lock = LOCK;
  private isClean = false;
  private thinnedAtMs = -Infinity;
  /** By source, the versions of its files that this process has read. */
  private readonly versions = new Map<string, Map<string, FileVersion>>();

  constructor(
    private readonly configuration: Configuration,
    protected readonly orm: MikroORM,
    private readonly store: ObservationStoreService,
    protected readonly clock: DatabaseClockService,
  ) {
    super();
  }

  async work(now: Date): Promise<void> {
    // A lock takes a connection of its own.
    if (this.isTidy(now) && (await this.due(now)).length === 0) return;
    await this.locked(async (signal) => {
      await this.tidy(now);
      for (const { target, state } of await this.due(now)) await this.read(target, state, signal);
    });
  }

  /** Reads each source once, whenever it was read before. */
  async readAll(signal: AbortSignal): Promise<Attempt[]> {
    await this.clock.compared();
    const attempts: Attempt[] = [];
    for (const { target, state } of await this.targets())
      attempts.push(await this.read(target, state, signal));
    return attempts;
  }

  private async targets(): Promise<Target[]> {
    const states = await this.store.states();
    return this.configuration.observations.map((target) => ({
      target,
      state: states.find(({ name }) => name === target.source.name),
    }));
  }

  private async due(now: Date): Promise<Target[]> {
    const { ingestSchedule, observations } = this.configuration;
    if (ingestSchedule === 'off' || observations.length === 0) return [];
    return (await this.targets()).filter(({ state }) => !state || state.dueAt <= now);
  }

  private isTidy(now: Date): boolean {
    return this.isClean && now.getTime() - this.thinnedAtMs < HOUR_MS;
  }

  /** Deletes what other sources left, once, and thins old reports, every hour. */
  private async tidy(now: Date): Promise<void> {
    const { observations, keepsOtherObservations } = this.configuration;
    if (!this.isClean && !keepsOtherObservations)
      await this.store.keepOnly(observations.map(({ source }) => source.name));
    this.isClean = true;
    // A clock that is wrong would thin the reports of the last week.
    if (this.isTidy(now) || this.clock.aheadSeconds === undefined) return;
    await this.store.thin(now);
    this.thinnedAtMs = now.getTime();
  }

  private async read(
    target: ObservationTarget,
    state: ObservationSourceState | undefined,
    signal: AbortSignal,
  ): Promise<Attempt> {
    const { name } = target.source;
    const versions = this.versions.get(name) ?? new Map<string, FileVersion>();
    this.versions.set(name, versions);
    const attemptedAt = new Date(this.clock.nowMs());
    let reading: Reading | undefined;
    let error: Error | undefined;
    try {
      reading = await readSource(target, versions, attemptedAt.getTime(), signal);
      error = reading.failure;
    } catch (failure) {
      // What was read of them is lost.
      versions.clear();
      signal.throwIfAborted();
      error = failure as Error;
    }
    if (error && state?.error?.code !== error.name)
      this.logger.warn(`Station reports of ${name} can't be read: ${error.message}`);
    try {
      await this.store.add(
        name,
        reading?.reports ?? [],
        changeOf(target, state, reading, error, attemptedAt),
      );
    } catch (failure) {
      // Otherwise the same version would never be stored.
      versions.clear();
      throw failure;
    }
    return { source: name, reading, error };
  }
}

function changeOf(
  { source }: ObservationTarget,
  state: ObservationSourceState | undefined,
  reading: Reading | undefined,
  error: Error | undefined,
  attemptedAt: Date,
): SourceChange {
  // One of its files can be missing, or have a station that is silent, for long.
  const isAway = error !== undefined && (!reading?.isReceived || reading.isCutShort);
  const count = isAway ? (state?.error?.count ?? 0) + 1 : 0;
  const waitMs = isAway
    ? backOffMs({ firstMs: source.everyMs, longestMs: LONGEST_WAIT_MS, jitter: 0.1 }, count - 1)
    : source.everyMs;
  const askedMs = error instanceof FeedError ? error.retryAfterMs : 0;
  const newestMs = (reading?.reports ?? []).reduce(
    (newest, { observedAtMs }) => Math.max(newest, observedAtMs),
    state?.newestReportAt?.getTime() ?? 0,
  );
  return {
    attemptedAt,
    dueAt: new Date(attemptedAt.getTime() + Math.max(waitMs, askedMs)),
    error: error
      ? {
          ...faultOfError(error, state?.error?.since ?? toInstant(attemptedAt)),
          count,
        }
      : null,
    ...(reading?.isReceived && { receivedAt: attemptedAt }),
    ...(newestMs > 0 && { newestReportAt: new Date(newestMs) }),
    ...(reading && reading.files > 0 && { reports: reading.reports.length, refused: reading.refused }),
  };
}
