import { MikroORM } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { RepeatedWork } from '../../core/background/index.js';
import { Configuration, type ObservationTarget } from '../../core/config/index.js';
import { AdvisoryLock } from '../../core/locks/index.js';
import { HOUR_MS, backOffMs, toInstant } from '../../core/time/index.js';
import type { ObservationSourceState } from '../reports/observation-source-state.entity.js';
import { ObservationStoreService, type SourceChange } from '../reports/observation-store.service.js';
import { FeedError } from './feed-error.js';
import type { FileVersion } from './fetch-file.js';
import { type Reading, readSource } from './read-source.js';

/** Not that of writing, which the holder of this one waits for. */
const LOCK = 'observations:fetch';
const LONGEST_WAIT_MS = HOUR_MS / 2;
/** A report that is a little late must not be missed for another five minutes. */
const EARLY_MS = 1_000;
/** The detail of an error is read by operators, and may be a whole response. */
const LONGEST_DETAIL = 1_000;

/** What an attempt at a source brought, for the command. */
export interface Attempt {
  readonly source: string;
  readonly reading: Reading | undefined;
  readonly error: Error | undefined;
}

/** Reads station reports from their sources, in one process of the cluster at a time. */
@Injectable()
export class ObservationFetchService extends RepeatedWork {
  protected readonly intervalMs = 15_000;
  private isStarted = false;
  private isClean = false;
  private thinnedAtMs = -Infinity;
  private readonly stopping = new AbortController();
  /** By source, the versions of its files that this process has read. */
  private readonly versions = new Map<string, Map<string, FileVersion>>();

  constructor(
    private readonly configuration: Configuration,
    private readonly orm: MikroORM,
    private readonly store: ObservationStoreService,
  ) {
    super();
  }

  /** Begins to read. Nothing else in the service waits for it. */
  start(): void {
    this.isStarted = true;
    this.hurry();
  }

  override async onModuleDestroy(): Promise<void> {
    this.stopping.abort();
    await super.onModuleDestroy();
  }

  protected override async turn(now: Date): Promise<void> {
    if (!this.isStarted) return;
    await this.work(now).catch((error: unknown) => {
      if (!this.stopping.signal.aborted) throw error;
    });
  }

  async work(now: Date): Promise<void> {
    const lock = await AdvisoryLock.tryAcquire(this.orm, LOCK);
    if (!lock) return;
    try {
      const signal = AbortSignal.any([lock.lost, this.stopping.signal]);
      await this.tidy(now);
      if (this.configuration.ingestSchedule === 'off') return;
      const states = new Map((await this.store.states()).map((state) => [state.name, state]));
      for (const target of this.configuration.observations) {
        const state = states.get(target.source.name);
        if (!state || state.dueAt.getTime() - EARLY_MS <= now.getTime())
          await this.read(target, state, signal);
      }
    } finally {
      lock.release();
    }
  }

  /** Reads each source once, whenever it was read before. */
  async readAll(signal: AbortSignal): Promise<Attempt[]> {
    const states = new Map((await this.store.states()).map((state) => [state.name, state]));
    const attempts: Attempt[] = [];
    for (const target of this.configuration.observations)
      attempts.push(await this.read(target, states.get(target.source.name), signal));
    return attempts;
  }

  /** Deletes what other sources left, once, and thins old reports, every hour. */
  private async tidy(now: Date): Promise<void> {
    if (!this.isClean)
      await this.store.keepOnly(this.configuration.observations.map(({ source }) => source.name));
    this.isClean = true;
    if (now.getTime() - this.thinnedAtMs < HOUR_MS) return;
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
    const attemptedAt = new Date();
    let reading: Reading | undefined;
    let error: Error | undefined;
    try {
      reading = await readSource(target, versions, signal);
      error = reading.failure;
    } catch (failure) {
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
  const count = error ? (state?.error?.count ?? 0) + 1 : 0;
  const waitMs = error
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
          code: error.name,
          detail: error.message.slice(0, LONGEST_DETAIL),
          since: state?.error?.since ?? toInstant(attemptedAt),
          count,
        }
      : null,
    ...(!error && { receivedAt: attemptedAt }),
    ...(newestMs > 0 && { newestReportAt: new Date(newestMs) }),
    ...(reading && reading.files > 0 && { reports: reading.reports.length, refused: reading.refused }),
  };
}
