import { readdir } from 'node:fs/promises';
import { beginningRun, isOverdue, previousRun, runDueAt, stepsOf } from '../../weather/models/index.js';
import { damagedRuns, parseRunName, startOf } from '../../store/format/index.js';
import { type NewestStored } from '../status/ingest-status.js';
import { IngestError, type IngestErrorName } from '../ingest-error.js';
import { type IngestTarget } from '../request/ingest-target.js';
import { hasStep, lookedFor } from '../plan/inventories.js';
import { partsOf } from '../request/run-parts.js';
import { runLabel } from '../request/run-time.js';
import { type ByteSource } from '../source/byte-source.js';
import { Mirrors, type SourceReport } from '../source/mirrors.js';
import { stepLabel } from '../request/step-list.js';
import { isKept, isWholeRunOf, type StoredRunFacts, storedRuns } from '../publish/stored-runs.js';

const HOUR_MS = 3_600_000;

/** How long after its expected completion a run is ingested without the members that are still missing. */
const MEMBERS_AWAITED_MS = 30 * 60_000;

/** How long a finding about an overdue run is cached: for an ensemble it takes many requests. */
const OVERDUE_KNOWN_MS = 10 * 60_000;

/** Until a model's stored runs reach this far ahead, they are ingested part by part. */
const SERVED_FIRST_HOURS = 48;

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

/** A run, or part of a run, that is at the source but not in the store. */
export interface RunToTake {
  run: Date;
  steps: number[];
  /** Whether further steps are to come. */
  isPart: boolean;
}

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

interface StoredOfModel {
  newestStored: NewestStored | undefined;
  newestWholeMs: number;
  /** Valid time of the last step of any of its runs; -Infinity without one. */
  endsMs: number;
  runs: StoredRunFacts[];
  /** Steps by run, for the runs in the target's resolution. */
  stepsOf: Map<number, number[]>;
  /** Runs that were found damaged and not replaced yet, newest first. */
  damagedMs: number[];
}

/** Decides which run to ingest next. */
export class RunFinder {
  /** Runs that were the newest one while incomplete. */
  private readonly awaited = new Set<number>();
  /** Runs that could not be ingested because of a fault of their own. */
  private readonly faulty = new Set<number>();
  private overdueFound: { run: Date; error: IngestError; atMs: number } | undefined;

  constructor(
    private readonly target: IngestTarget,
    private readonly sources: ByteSource[],
    private readonly partEndsHours?: number[],
  ) {}

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
    const inTurn = [...all.filter((run) => !isFaulty(run)), ...all.filter(isFaulty)];
    let take: RunToTake | undefined;
    let fault: IngestError | undefined;
    for (const run of inTurn) {
      try {
        take = await this.partToTake(mirrors, run, stored, now, signal);
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
    const [nextPart = steps] = this.missingParts(run, stored);
    let absent: number;
    try {
      absent = await firstAbsent(nextPart, (step) => hasStep(mirrors, wanted, step, signal));
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
   * Returns what the source has of a run beyond what is stored. This is the next part if nothing of the run is stored
   * or the model's runs don't reach far enough ahead yet, so that clients get it soon; otherwise as much as there is. A
   * run's files appear in order, so only the last step of a part is checked; the ingest itself checks each step.
   */
  private async partToTake(
    mirrors: Mirrors,
    run: Date,
    stored: StoredOfModel,
    now: Date,
    signal: AbortSignal,
  ): Promise<RunToTake | undefined> {
    const { model } = this.target;
    const fewerMembersWillDo = now.getTime() >= runDueAt(model, run).getTime() + MEMBERS_AWAITED_MS;
    const whole = stepsOf(this.target, run);
    const there = stored.stepsOf.get(run.getTime()) ?? [];
    const { runsKept } = this.target;
    // Part of a run between a newer partial one and an older complete one may not be kept, but all of it is.
    const missing = this.missingParts(run, stored).filter(
      (steps) => steps.length === whole.length || isKept({ run, isPart: true }, stored.runs, runsKept),
    );
    const isServed = stored.endsMs >= now.getTime() + SERVED_FIRST_HOURS * HOUR_MS;
    const inTurn = isServed && there.length > 0 ? missing.toReversed() : missing.slice(0, 1);
    for (const steps of inTurn) {
      const last = steps[steps.length - 1];
      const wanted = { ...this.target, run };
      const isThere = await hasStep(mirrors, wanted, last, signal, fewerMembersWillDo);
      if (isThere) return { run, steps, isPart: steps.length < whole.length };
    }
    return undefined;
  }

  /** Returns the parts of a run that are not stored. */
  private missingParts(run: Date, { stepsOf: storedSteps }: StoredOfModel): number[][] {
    const there = storedSteps.get(run.getTime()) ?? [];
    return partsOf(stepsOf(this.target, run), this.partEndsHours).filter(
      (part) => !part.every((step) => there.includes(step)),
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
