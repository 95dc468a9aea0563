import { type Logger } from 'pino';
import { backOffMs } from '../../core/time/index.js';
import { beginningRun, isOverdue, nextRun, runBeginsAt } from '../../weather/models/index.js';
import { type ForkedIngest } from './forked-ingest.js';
import { feedFault, isOfTheSource } from '../status/feed-fault.js';
import { IngestError, type IngestErrorName } from '../ingest-error.js';
import { type IngestStatus } from '../status/ingest-status.js';
import { type IngestSummary } from '../status/ingest-summary.js';
import { type IngestTarget } from '../request/ingest-target.js';
import { type ByteSource } from '../source/byte-source.js';
import { type Clock } from './clock.js';
import { IngestLog } from './ingest-log.js';
import { type RunToTake } from './part-finder.js';
import { type Finding, RunFinder } from './run-finder.js';
import { lengthen, type ScheduleTiming } from './schedule-timing.js';

/** Held while a run is ingested, so that only one of the processes on a database ingests the model at a time. */
export interface IngestLease {
  /** Aborted when another process may have the lease, or with an IngestBusyError when a preferred model wants the turn. */
  readonly lost: AbortSignal;
  /** Waits for the turn to store what was downloaded; absent if there are no others. */
  turn?(): Promise<void>;
  release(): void;
}

export interface SchedulerParts {
  target: IngestTarget;
  /** The preferred one first. */
  sources: ByteSource[];
  ingest: Pick<ForkedIngest, 'ingest'>;
  /** Undefined when another process has the lease. */
  acquireLease(): Promise<IngestLease | undefined>;
  status: IngestStatus;
  clock: Clock;
  timing: ScheduleTiming;
  /** See PART_ENDS_HOURS. */
  partEndsHours?: number[];
  /** From 0 to 1. */
  random: () => number;
  logger: Pick<Logger, 'debug' | 'info' | 'warn'>;
}

/** Ingests every run of a model part by part as it appears, for as long as the service runs. */
export class IngestScheduler {
  private readonly stopping = new AbortController();
  private readonly finder: RunFinder;
  private readonly log: IngestLog;
  private failures = 0;
  private latePolls = 0;
  private work: Promise<void> | undefined;
  private awaited: Date | undefined;
  private wake = new AbortController();
  /** When to poll for a damaged run, or because somebody asks. */
  private earlyPollAt: Date | undefined;
  private nextDamagePollMs = -Infinity;
  /** What the last poll ingested. If the next one finds the same, something is wrong with the store. */
  private lastTaken: RunToTake | undefined;

  constructor(private readonly parts: SchedulerParts) {
    const { target, sources, logger } = parts;
    this.finder = new RunFinder(target, sources, parts.partEndsHours);
    this.log = new IngestLog(logger, sources[0].location);
  }

  start(): void {
    this.work ??= this.run(this.stopping.signal);
  }

  /** Polls again soon, because a stored run is damaged and must be ingested again. */
  hurry(): void {
    const { clock, timing } = this.parts;
    this.earlyPollAt ??= new Date(Math.max(clock.now().getTime(), this.nextDamagePollMs));
    this.nextDamagePollMs = this.earlyPollAt.getTime() + timing.damageMs;
    this.wake.abort();
  }

  /** Polls now. Whoever asks keeps a pace. */
  check(): void {
    this.earlyPollAt = this.parts.clock.now();
    this.wake.abort();
  }

  /** Aborts the current run, which leaves the store unchanged, and resolves when nothing is running anymore. */
  async stop(): Promise<void> {
    this.stopping.abort(new IngestError('IngestAbortedError', 'the service is stopping'));
    await this.work;
  }

  private async run(signal: AbortSignal): Promise<void> {
    const { status, clock, timing, random } = this.parts;
    let nextPollAt = this.after(lengthen(timing.firstPollMs, random));
    for (;;) {
      if (this.earlyPollAt && this.earlyPollAt < nextPollAt) nextPollAt = this.earlyPollAt;
      this.wake = new AbortController();
      status.wait(nextPollAt);
      await clock.waitUntil(nextPollAt, AbortSignal.any([signal, this.wake.signal]));
      if (signal.aborted) break;
      if (this.wake.signal.aborted) continue;
      this.earlyPollAt = undefined;
      nextPollAt = await this.poll(signal);
    }
    status.stop();
  }

  /** @returns when to poll again */
  private async poll(signal: AbortSignal): Promise<Date> {
    const { status, clock } = this.parts;
    let tried: Date | undefined;
    try {
      status.poll();
      const finding = await this.find(signal);
      const { take, awaited, late, isMoreToTake } = finding;
      for (const run of late) this.log.late(run);
      this.judge(finding);
      tried = take?.run;
      const summary = take && (await this.take(take, signal));
      if (take && !summary) return this.afterBusy();
      this.succeed();
      const isTakenAgain = isSame(take, this.lastTaken);
      this.lastTaken = take;
      if (isMoreToTake && !isTakenAgain) return clock.now();
      // Steps that the run was published without are still awaited.
      const incomplete = take && summary!.stepsHours.length < take.steps.length ? take.run : undefined;
      const next = awaited ?? incomplete;
      return next ? this.afterAwaited(next) : this.whenNextBegins();
    } catch (error) {
      // Errors thrown during shutdown are caused by it.
      if (signal.aborted) return clock.now();
      if (error instanceof IngestError && error.name === 'IngestBusyError') return this.afterBusy();
      if (tried && isIncomplete(error)) return this.afterIncomplete(tried, error);
      if (tried) this.finder.noteFailure(tried, error);
      if (isOfTheSource(error)) this.noteFault(tried, error);
      return this.afterFailure(error);
    }
  }

  /** Only a response reveals that this machine's clock is wrong: then searches once more, by the source's clock. */
  private async find(signal: AbortSignal): Promise<Finding> {
    const { timing } = this.parts;
    const assumedMs = this.skewMs();
    const finding = await this.finder.find(this.sourceTime(), signal);
    this.parts.status.clockSkewMs = this.skewMs();
    this.parts.status.newestStored = finding.newestStored;
    this.parts.status.noteSources(finding.sources);
    this.log.sources(finding.sources);
    const saidMs = this.saidSkewMs();
    if (saidMs !== undefined) this.log.skew(saidMs, timing.clockSkewMs);
    const isWrong = Math.abs(this.skewMs() - assumedMs) > timing.clockSkewMs;
    return isWrong ? this.finder.find(this.sourceTime(), signal) : finding;
  }

  /** @returns undefined when another process has the lease */
  private async take(found: RunToTake, signal: AbortSignal): Promise<IngestSummary | undefined> {
    const { target, ingest, status, clock } = this.parts;
    const lease = await this.parts.acquireLease();
    if (!lease) return undefined;
    try {
      const { run } = found;
      status.begin(run, clock.now());
      this.log.begins(found);
      const request = { ...target, ...found, clockSkewMs: this.skewMs() };
      const interrupted = AbortSignal.any([signal, lease.lost]);
      const summary = await ingest.ingest(request, this.log.progress(status), interrupted, async () =>
        lease.turn?.(),
      );
      this.log.published(found, summary);
      this.log.sources(summary.sources);
      this.notePublished(run, summary);
      // The run is published even if this fails; the next poll tries again.
      status.newestStored = await this.finder.newestStored().catch(() => status.newestStored);
      return summary;
    } finally {
      lease.release();
    }
  }

  /** Updates the faults after a successful poll: either a run is long overdue, or the source is back to normal. */
  private judge({ overdue, take, awaited }: Finding): void {
    const { status } = this.parts;
    const { runFault } = status;
    if (overdue) {
      this.noteFault(overdue.run, overdue.error);
      this.log.fault(overdue.error);
    } else if (!runFault?.run || OF_ABSENCE.includes(runFault.code) || (!take && !awaited)) {
      status.runFault = undefined;
      this.log.well(status.faults);
    }
  }

  private notePublished(run: Date, summary: IngestSummary): void {
    const { status, clock } = this.parts;
    const [changed] = summary.changedRecords;
    const error = changed === undefined ? undefined : new IngestError('RecordsChangedError', changed);
    status.publish(run, summary, error && feedFault(error, run, clock.now(), status.recordsFault));
    if (error) this.log.fault(error);
    this.log.well(status.faults);
  }

  private noteFault(run: Date | undefined, error: IngestError): void {
    const { status, clock } = this.parts;
    status.runFault = feedFault(error, run, clock.now(), status.runFault);
  }

  private succeed(): void {
    this.failures = 0;
    this.log.succeeded();
    this.parts.status.succeed(this.parts.clock.now());
  }

  /** The source responds but lacks part of the run: this is not a failure, the run is awaited. */
  private afterIncomplete(run: Date, error: IngestError): Date {
    this.finder.noteIncomplete(run);
    this.succeed();
    this.log.incomplete(run, error);
    if (isOverdue(this.parts.target.model, run, this.sourceTime())) {
      this.noteFault(run, error);
      this.log.fault(error);
    }
    return this.afterAwaited(run);
  }

  private afterFailure(error: unknown): Date {
    const { status, clock, timing, random } = this.parts;
    const waitMs = lengthen(backOffMs(timing.failure, this.failures++), random);
    const nextPollAt = this.after(waitMs);
    status.fail(error, clock.now());
    this.log.failed(error, nextPollAt, waitMs);
    return nextPollAt;
  }

  /** Backs off once a run is overdue, and starts over with the next run. */
  private afterAwaited(run: Date): Date {
    const { target, timing, random } = this.parts;
    if (this.awaited?.getTime() !== run.getTime()) this.latePolls = 0;
    this.awaited = run;
    const isLate = isOverdue(target.model, run, this.sourceTime());
    const waitMs = backOffMs(timing.incomplete, isLate ? this.latePolls++ : 0);
    const waited = this.after(lengthen(waitMs, random));
    const nextPollAt = new Date(Math.min(waited.getTime(), this.whenNextBegins().getTime()));
    this.log.awaited(run, nextPollAt);
    return nextPollAt;
  }

  private afterBusy(): Date {
    const nextPollAt = this.after(lengthen(this.parts.timing.busyMs, this.parts.random));
    this.log.busy(nextPollAt);
    return nextPollAt;
  }

  /** Returns when the run after the newest one that has begun is expected to begin. */
  private whenNextBegins(): Date {
    const {
      target: { model },
      timing,
      random,
    } = this.parts;
    const begins = runBeginsAt(model, nextRun(model, beginningRun(model, this.sourceTime())));
    return new Date(begins.getTime() - this.skewMs() + Math.round(timing.dueJitterMs * random()));
  }

  /** The time by the source's clock. */
  private sourceTime(): Date {
    return this.after(this.skewMs());
  }

  /** How far this machine's clock is behind the source's; 0 if they agree or the source hasn't responded yet. */
  private skewMs(): number {
    const saidMs = this.saidSkewMs() ?? 0;
    return Math.abs(saidMs) > this.parts.timing.clockSkewMs ? saidMs : 0;
  }

  /** As reported by the first source that has responded. */
  private saidSkewMs(): number | undefined {
    return this.parts.sources.find(({ clockSkewMs }) => clockSkewMs !== undefined)?.clockSkewMs;
  }

  private after(waitMs: number): Date {
    return new Date(this.parts.clock.now().getTime() + waitMs);
  }
}

function isSame(one: RunToTake | undefined, other: RunToTake | undefined): boolean {
  return one?.run.getTime() === other?.run.getTime() && one?.steps.at(-1) === other?.steps.at(-1);
}

/** Faults that are over as soon as the missing files are there. */
const OF_ABSENCE: string[] = ['LayoutUnknownError', 'RunOverdueError'] satisfies IngestErrorName[];

/** Whether the error means that a run lacks a step although its last one is there. */
function isIncomplete(error: unknown): error is IngestError {
  return error instanceof IngestError && ['StepMissingError', 'FileMissingError'].includes(error.name);
}
