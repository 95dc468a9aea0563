import { readdir } from 'node:fs/promises';
import { stepsOf } from '../../models/model-target.js';
import { damagedRuns, isKeptBeside, parseRunName, startOf } from '../../model-store/format/run-directory.js';
import { beginningRun, isOverdue, previousRun, runDueAt } from '../../models/run-times.js';
import { type NewestStored } from '../status/ingest-status.js';
import { IngestError, type IngestErrorName } from '../ingest-error.js';
import { type IngestTarget } from '../request/ingest-target.js';
import { hasStep, lookedFor } from '../plan/inventories.js';
import { partsOf } from '../request/run-parts.js';
import { runLabel } from '../request/run-time.js';
import { type ByteSource } from '../source/byte-source.js';
import { Mirrors, type SourceReport } from '../source/mirrors.js';
import { stepLabel } from '../request/step-list.js';
import { isWholeRunOf, type StoredRunFacts, storedRuns } from '../publish/stored-runs.js';

const HOUR_MS = 3_600_000;

/** So long after a run should be whole it is taken without the members that are still missing. */
const MEMBERS_AWAITED_MS = 30 * 60_000;

/** Asking what an overdue run lacks takes many requests for an ensemble, so the answer is kept this long. */
const OVERDUE_KNOWN_MS = 10 * 60_000;

/** Until the runs of a model reach so far ahead, they are taken part by part. */
const SERVED_FIRST_HOURS = 48;

/** A store without a run is filled with one of these many last runs. */
const RUNS_BACK = 4;

/** Failures that tell nothing about the run. */
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

/** A run, or the part of one, that is at the source and not in the store. */
export interface RunToTake {
  run: Date;
  steps: number[];
  /** Whether further steps are to come. */
  isPart: boolean;
}

/** What a look at the source has found. */
export interface Finding {
  /** Of the newest run that has more than what is stored. */
  take: RunToTake | undefined;
  /** The newest run that has begun, as long as it is neither stored nor to be taken now. */
  awaited: Date | undefined;
  newestStored: NewestStored | undefined;
  /** Runs that were awaited until the next one was due; each is named once. */
  late: Date[];
  /** Whether there may be more to take after this. */
  isMoreToTake: boolean;
  sources: SourceReport[];
  /** Why the newest run that should have been there for long is not. */
  overdue: { run: Date; error: IngestError } | undefined;
}

interface StoredOfModel {
  newestStored: NewestStored | undefined;
  newestWholeMs: number;
  /** When the last step of any of its runs is; -Infinity without one. */
  endsMs: number;
  runs: StoredRunFacts[];
  /** The steps of runs in the resolution that is taken. */
  stepsOf: Map<number, number[]>;
  /** Those that were found damaged and are not there again, newest first. */
  damagedMs: number[];
}

/** Finds out which run is to be taken. */
export class RunFinder {
  /** Runs that have been the newest due one, and were not complete. */
  private readonly awaited = new Set<number>();
  /** Runs that could not be taken for a reason that lies in them. */
  private readonly faulty = new Set<number>();
  private overdueFound: { run: Date; error: IngestError; atMs: number } | undefined;

  constructor(
    private readonly target: IngestTarget,
    private readonly sources: ByteSource[],
    private readonly partEndsHours?: number[],
  ) {}

  /**
   * Looks for the newest run among the last ones that have begun of which the source has a further part: one that is late
   * is still found after the next one begins, until that one is whole. Then come older ones that were found damaged, and
   * last what could not be taken before.
   *
   * @param now by the clock of the source
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
        // An older run may be taken all the same.
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

  /** @throws IngestError where the store cannot be read */
  async newestStored(): Promise<NewestStored | undefined> {
    return (await this.stored()).newestStored;
  }

  /** Notes that a run whose last step is there lacks another one: it is faulty, and awaited. */
  noteIncomplete(run: Date): void {
    this.faulty.add(run.getTime());
    this.awaited.add(run.getTime());
  }

  /** Notes that a run could not be taken: an older one, where that is newer than what is stored, comes first from now on. */
  noteFailure(run: Date, error: unknown): void {
    if (isOfTheRun(error)) this.faulty.add(run.getTime());
  }

  /** Newest first: down to the newest whole run that is stored, and none that would be deleted immediately. */
  private candidates(newest: Date, { newestWholeMs, runs }: StoredOfModel): Date[] {
    const { model, runsKept } = this.target;
    const candidates: Date[] = [];
    for (let run = newest; candidates.length < RUNS_BACK; run = previousRun(model, run)) {
      const newer = runs.filter((stored) => stored.run > run);
      if (run.getTime() <= newestWholeMs || !isKeptBeside(newer, runsKept)) break;
      candidates.push(run);
    }
    return candidates;
  }

  /** Those that are to be taken again, and would not be deleted at once. */
  private damaged({ runs, damagedMs }: StoredOfModel, taken: readonly Date[]): Date[] {
    const thereMs = [...runs.map(({ run }) => run), ...taken].map((run) => run.getTime());
    const newerThan = (damaged: number) => runs.filter(({ run }) => run.getTime() > damaged);
    return damagedMs
      .filter(
        (damaged) => !thereMs.includes(damaged) && isKeptBeside(newerThan(damaged), this.target.runsKept),
      )
      .map((runMs) => new Date(runMs));
  }

  /**
   * What is wrong with the newest of these runs that should be there for long: none of its files is where any is looked for,
   * or not those from some step on.
   *
   * @param runs without more than what is stored
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
   * What the source has of a run beyond what is stored. The next part where nothing of the run is stored, or the model's
   * runs do not reach far enough ahead yet, so that callers have it soon; else as much as there is. The files of a run come
   * in order, so that the last step of a part tells; the ingest itself looks at each.
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
    const missing = this.missingParts(run, stored);
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

  /** Of a run, those that are not stored. */
  private missingParts(run: Date, { stepsOf: storedSteps }: StoredOfModel): number[][] {
    const there = storedSteps.get(run.getTime()) ?? [];
    return partsOf(stepsOf(this.target, run), this.partEndsHours).filter(
      (part) => !part.every((step) => there.includes(step)),
    );
  }

  /** What is stored of the model; a part of a run, taken by hand, gives way to the whole. */
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
 * The index of the first step that is not there, by few questions: the files of a run come in order.
 *
 * @param steps the last of which is not there
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
