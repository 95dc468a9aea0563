import { RunCatalogue } from '../../model-store/run-catalogue.js';
import { latestRun, previousRun } from '../../models/run-times.js';
import { IngestError } from '../ingest-error.js';
import { type IngestTarget, targetSteps } from '../ingest-target.js';
import { readInventories } from '../inventories.js';
import { type ByteSource } from '../source/byte-source.js';

/** A store without a run is filled with one of these many last runs. */
const RUNS_BACK = 4;

/** What a look at the source has found. */
export interface Finding {
  /** The newest run that is complete, and newer than what is stored. */
  take: Date | undefined;
  /** The newest run that is due, if it is not complete yet. */
  awaited: Date | undefined;
  /** Runs that were waited for, or could not be taken, until the next one was due. */
  givenUp: Date[];
}

/** Finds out which run is to be taken. */
export class RunFinder {
  /** Runs that were not to be had while they were the newest, or when they were looked for afterwards. */
  private readonly disappointing = new Set<number>();
  private readonly givenUp = new Set<number>();

  constructor(
    private readonly target: IngestTarget,
    private readonly source: ByteSource,
  ) {}

  /**
   * Looks for the newest run that is due. Where it is not complete, and no older one is stored, those are looked for as
   * well, each once: their time has passed.
   *
   * @throws IngestError; the signal's reason once it is aborted
   */
  async find(now: Date, signal: AbortSignal): Promise<Finding> {
    const { model } = this.target;
    const newest = latestRun(model, now);
    const storedMs = this.newestStored()?.getTime() ?? -Infinity;
    const finding: Finding = { take: undefined, awaited: undefined, givenUp: [] };
    let run = newest;
    for (let i = 0; i < RUNS_BACK && run.getTime() > storedMs; i++, run = previousRun(model, run)) {
      if (run !== newest && this.disappointing.has(run.getTime())) {
        if (!this.givenUp.has(run.getTime())) finding.givenUp.push(run);
        this.givenUp.add(run.getTime());
      } else if (await this.isComplete(run, signal)) {
        return { ...finding, take: run };
      } else {
        this.disappointing.add(run.getTime());
        if (run === newest) finding.awaited = run;
      }
    }
    return finding;
  }

  /** Notes that a run could not be taken: it is tried again until the next one is due. */
  noteFailure(run: Date, now: Date): void {
    if (run.getTime() === latestRun(this.target.model, now).getTime()) this.disappointing.add(run.getTime());
  }

  /** The files of a run come in order, so that its last step tells. The ingest itself looks at each. */
  private async isComplete(run: Date, signal: AbortSignal): Promise<boolean> {
    const steps = targetSteps(this.target).slice(-1);
    try {
      await readInventories(this.source, { ...this.target, run, steps }, signal);
      return true;
    } catch (error) {
      if (error instanceof IngestError && error.name === 'StepMissingError') return false;
      throw error;
    }
  }

  /** The newest run that is stored with every step; a part of one, taken by hand, gives way to the whole. */
  private newestStored(): Date | undefined {
    const { model, resolution, runsDirectory } = this.target;
    const steps = targetSteps(this.target);
    const catalogue = new RunCatalogue(runsDirectory);
    try {
      return catalogue
        .runs()
        .find(
          ({ manifest }) =>
            manifest.model === model.name &&
            manifest.resolution === resolution &&
            steps.every((step) => manifest.stepsHours.includes(step)),
        )?.run;
    } finally {
      catalogue.close();
    }
  }
}
