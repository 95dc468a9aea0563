import { readdir } from 'node:fs/promises';
import { HOUR_MS, MINUTE_MS } from '../../core/time/index.js';
import { beginningRun, isOverdue, previousRun, runDueAt, stepsOf } from '../../weather/models/index.js';
import { damagedRuns, parseRunName, startOf } from '../../store/format/index.js';
import { type NewestStored } from '../status/ingest-status.js';
import { IngestError, type IngestErrorName } from '../ingest-error.js';
import { type IngestTarget } from '../request/ingest-target.js';
import { hasStep, lookedFor } from '../plan/inventories.js';
import { PartFinder, type RunToTake, type StoredParts } from './part-finder.js';
import { runLabel } from '../request/run-time.js';
import { type ByteSource } from '../source/byte-source.js';
import { Mirrors, type SourceReport } from '../source/mirrors.js';
import { stepLabel } from '../request/step-list.js';
import { isKept, isWholeRunOf, storedRuns } from '../publish/stored-runs.js';

/** How long a finding about an overdue run is cached: for an ensemble it takes many requests. */
const OVERDUE_KNOWN_MS = 10 * MINUTE_MS;

/** A store without a run is filled with one of this many latest runs. */
const RUNS_BACK = 4;

/** Failures that say nothing about the run. */
const NOT_OF_THE_RUN: IngestErrorName[] = [
  'DiskFullError',
  'WorkerEndedError',
  'IngestAbortedError',
  'RunStoreUnreachableError',
  'RunStoreDeniedError',
  'RunStoreMissingError',
  'RunStoreRefusedError',
  'RunDamagedError',
];

/** The result of looking for runs at the source. */
export interface Finding {
  /** What to ingest next; see `find`. */
  take: RunToTake | undefined;
  /** The newest run that has begun, unless it is stored or to be ingested now. */
  awaited: Date | undefined;
  newestStored: NewestStored | undefined;
  /** Runs that were awaited until the next one began; each is reported once. */
  late: Date[];
  /** Whether there may be more to ingest after this. */
  isMoreToTake: boolean;
  sources: SourceReport[];
  /** The newest run that is long overdue, and why. */
  overdue: { run: Date; error: IngestError } | undefined;
}

interface StoredOfModel extends StoredParts {
  newestStored: NewestStored | undefined;
  newestWholeMs: number;
  /** Runs that were found damaged and not replaced yet, newest first. */
  damagedMs: number[];
}

/** Decides which run to ingest next. */
export class RunFinder {
  /** Runs that were the newest one while incomplete. */
  private readonly awaited = new Set<number>();
  /** Runs that could not be ingested because of a fault of their own. */
  private readonly faulty = new Set<number>();
  private readonly parts: PartFinder;
  private overdueFound: { run: Date; error: IngestError; atMs: number } | undefined;

  constructor(
    private readonly target: IngestTarget,
    private readonly sources: ByteSource[],
    partEndsHours?: number[],
  ) {
    this.parts = new PartFinder(target, partEndsHours);
  }

  /**
   * Looks for the newest of the latest runs for which the source has more than the store. A late run is still found
   * after the next one begins, until that one is complete. Next come older runs that were found damaged, and last the
   * runs that could not be ingested before.
   *
   * @param now by the source's clock
   * @throws IngestError; the signal's reason once it is aborted
   */
  async find(now: Date, signal: AbortSignal): Promise<Finding> {
    const newest = beginningRun(this.target.model, now);
    const mirrors = new Mirrors(this.sources);
    const stored = await this.stored();
    const { newestStored } = stored;
    const candidates = this.candidates(newest, stored);
    const late = candidates.filter((run) => run < newest && this.awaited.delete(run.getTime()));
    const isFaulty = (run: Date) => this.faulty.has(run.getTime());
    const all = [...candidates, ...this.damaged(stored, candidates)];
    this.forgetAllBut(all);
    const inTurn = [...all.filter((run) => !isFaulty(run)), ...all.filter(isFaulty)];
    let take: RunToTake | undefined;
    let fault: IngestError | undefined;
    for (const run of inTurn) {
      try {
        take = await this.parts.partToTake(mirrors, run, stored, now, signal);
      } catch (error) {
        if (!isOfTheRun(error)) throw error;
        // An older run may still be available.
        fault ??= error;
      }
      if (take) break;
    }
    if (fault && !take) throw fault;
    const isMoreToTake =
      take !== undefined && (take.isPart || this.damaged(stored, [take.run]).some((run) => run < take.run));
    const missing = candidates.filter((run) => !take || (run > take.run && !isFaulty(run)));
    const overdue = await this.overdue(mirrors, missing, stored, now, signal);
    const found = { take, newestStored, late, isMoreToTake, overdue, sources: mirrors.report() };
    if (candidates.length === 0 || take?.run.getTime() === newest.getTime())
      return { ...found, awaited: undefined };
    this.awaited.add(newest.getTime());
    return { ...found, awaited: newest };
  }

  /** @throws IngestError if the store cannot be read */
  async newestStored(): Promise<NewestStored | undefined> {
    return (await this.stored()).newestStored;
  }

  /** Notes that a run has its last step but lacks another one: it is faulty, and awaited. */
  noteIncomplete(run: Date): void {
    this.faulty.add(run.getTime());
    this.awaited.add(run.getTime());
  }

  /**
   * Notes that a run could not be ingested: from now on, an older run that is newer than the stored ones is tried
   * first.
   */
  noteFailure(run: Date, error: unknown): void {
    if (isOfTheRun(error)) this.faulty.add(run.getTime());
  }

  /** Forgets runs that are no longer looked for. */
  private forgetAllBut(runs: Date[]): void {
    const lookedFor = new Set(runs.map((run) => run.getTime()));
    for (const known of [this.awaited, this.faulty, this.parts.lookedAtMs])
      for (const runMs of known.keys()) if (!lookedFor.has(runMs)) known.delete(runMs);
  }

  /**
   * Returns the runs to look for, newest first: those after the newest complete stored run, except those that would be
   * deleted immediately.
   */
  private candidates(newest: Date, { newestWholeMs, runs }: StoredOfModel): Date[] {
    const { model, runsKept } = this.target;
    const candidates: Date[] = [];
    for (let run = newest; candidates.length < RUNS_BACK; run = previousRun(model, run)) {
      if (run.getTime() <= newestWholeMs || !isKept({ run }, runs, runsKept)) break;
      candidates.push(run);
    }
    return candidates;
  }

  /** Returns the damaged runs to ingest again, except those that would be deleted immediately. */
  private damaged({ runs, damagedMs }: StoredOfModel, taken: readonly Date[]): Date[] {
    const thereMs = [...runs.map(({ run }) => run), ...taken].map((run) => run.getTime());
    return damagedMs
      .filter((runMs) => !thereMs.includes(runMs))
      .map((runMs) => new Date(runMs))
      .filter((run) => isKept({ run }, runs, this.target.runsKept));
  }

  /**
   * Finds out what is wrong with the newest of these runs that is long overdue: none of its files is in any of the
   * expected places, or those from some step on are missing.
   *
   * @param runs of which the source has nothing beyond what is stored
   */
  private async overdue(
    mirrors: Mirrors,
    runs: Date[],
    stored: StoredOfModel,
    now: Date,
    signal: AbortSignal,
  ): Promise<Finding['overdue']> {
    const run = runs.find((missing) => isOverdue(this.target.model, missing, now));
    if (!run) return undefined;
    const { overdueFound: last } = this;
    const isKnown = last?.run.getTime() === run.getTime() && now.getTime() < last.atMs + OVERDUE_KNOWN_MS;
    if (!isKnown) {
      const error = await this.whatIsOverdue(mirrors, run, stored, now, signal);
      this.overdueFound = { run, error, atMs: now.getTime() };
    }
    return this.overdueFound;
  }

  private async whatIsOverdue(
    mirrors: Mirrors,
    run: Date,
    stored: StoredOfModel,
    now: Date,
    signal: AbortSignal,
  ): Promise<IngestError> {
    const wanted = { ...this.target, run };
    const steps = stepsOf(this.target, run);
    const there = stored.stepsOf.get(run.getTime()) ?? [];
    const [nextPart = steps] = this.parts.missingParts(run, stored);
    const lacking = nextPart.filter((step) => !there.includes(step));
    let absent: number;
    try {
      const first = await firstAbsent(lacking, (step) => hasStep(mirrors, wanted, step, signal));
      absent = steps.indexOf(lacking[first]);
    } catch (error) {
      if (!isOfTheRun(error)) throw error;
      return error;
    }
    const hasBegun = absent > 0;
    const hours = Math.floor((now.getTime() - runDueAt(this.target.model, run).getTime()) / HOUR_MS);
    const found = hasBegun
      ? `has ${stepLabel(steps[absent - 1])} and not ${stepLabel(steps[absent])}`
      : 'has no file';
    return new IngestError(
      hasBegun ? 'RunOverdueError' : 'LayoutUnknownError',
      `the ${this.target.model.name} run ${runLabel(run)} ${found} ${hours} h after it should be complete${hasBegun ? '' : ': the source is late, or its layout has changed'}; looked for ${lookedFor(mirrors, wanted, steps[absent])}`,
    );
  }

  /**
   * Returns what is stored of the model. A run of which only some steps were ingested by hand is replaced by the whole
   * run.
   */
  private async stored(): Promise<StoredOfModel> {
    const { model, resolution, runsDirectory } = this.target;
    const runs = (await storedRuns(this.target)).filter((stored) => stored.model === model.name);
    const newestWhole = runs.find((stored) => isWholeRunOf(this.target, stored));
    const [newest] = runs;
    const publishedMs = newest && parseRunName(newest.name)?.publishedMs;
    return {
      newestStored: publishedMs
        ? { model: model.name, run: newest.run, publishedAt: new Date(publishedMs) }
        : undefined,
      newestWholeMs: newestWhole?.run.getTime() ?? -Infinity,
      endsMs: Math.max(
        ...runs.flatMap(({ run, stepsHours }) => stepsHours.map((step) => run.getTime() + step * HOUR_MS)),
      ),
      runs,
      stepsOf: new Map(
        runs
          .filter((stored) => stored.resolution === resolution)
          .map(({ run, stepsHours }) => [run.getTime(), stepsHours]),
      ),
      damagedMs: await damagedIn(runsDirectory, model.name),
    };
  }
}

function isOfTheRun(error: unknown): error is IngestError {
  return error instanceof IngestError && !error.transient && !NOT_OF_THE_RUN.includes(error.name);
}

/**
 * Finds the index of the first missing step by binary search: a run's files appear in order.
 *
 * @param steps the last of which is missing
 */
async function firstAbsent(
  steps: readonly number[],
  isThere: (step: number) => Promise<boolean>,
): Promise<number> {
  if (!(await isThere(steps[0]))) return 0;
  let [there, absent] = [0, steps.length - 1];
  while (absent - there > 1) {
    const middle = Math.floor((there + absent) / 2);
    if (await isThere(steps[middle])) there = middle;
    else absent = middle;
  }
  return absent;
}

async function damagedIn(runsDirectory: string, modelName: string): Promise<number[]> {
  const names = await readdir(runsDirectory).catch(() => []);
  return damagedRuns(names)
    .filter(({ model }) => model === modelName)
    .map((name) => startOf(name).getTime());
}
