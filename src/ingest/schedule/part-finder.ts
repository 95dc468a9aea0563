import { HOUR_MS, MINUTE_MS } from '../../core/time/index.js';
import { runDueAt, stepDueAt, stepsOf } from '../../weather/models/index.js';
import { hasStep } from '../plan/inventories.js';
import { isKept, type StoredRunFacts } from '../publish/stored-runs.js';
import type { IngestTarget } from '../request/ingest-target.js';
import type { Mirrors } from '../source/mirrors.js';

/** How long after its expected completion a run is ingested without the members that are still missing. */
const MEMBERS_AWAITED_MS = 30 * MINUTE_MS;

/** How long after its due time the last step of a part is awaited if the source has nothing after it, either. */
const END_AWAITED_MS = 30 * MINUTE_MS;

/** How many steps before the last one of a part are looked for if that is missing. */
const STEPS_BACK = 4;

/** How often a run may be published anew because of some of its missing steps, while the last of them is missing. */
const FILLED_EVERY_MS = 10 * MINUTE_MS;

/** Until a model's stored runs reach this far ahead, they are ingested part by part. */
const SERVED_FIRST_HOURS = 48;

/** A run, or part of a run, that is at the source but not in the store. */
export interface RunToTake {
  run: Date;
  steps: number[];
  /** See IngestRequest. */
  mayLack?: number[];
  /** Whether further steps are to come. */
  isPart: boolean;
}

/** What is stored of a model, as far as it decides what to ingest of a run. */
export interface StoredParts {
  runs: StoredRunFacts[];
  /** Valid time of the last step of any of its runs; -Infinity without one. */
  endsMs: number;
  /** Steps by run, for the runs in the target's resolution. */
  stepsOf: Map<number, number[]>;
}

/** Decides how much of a run to ingest next. */
export class PartFinder {
  /** When steps before the missing end of a part were last looked for, by run. */
  readonly lookedAtMs = new Map<number, number>();

  constructor(
    private readonly target: IngestTarget,
    private readonly partEndsHours?: number[],
  ) {}

  /**
   * Returns what the source has of a run beyond what is stored. This is the next part if nothing of the run is stored
   * or the model's runs don't reach far enough ahead yet, so that clients get it soon; otherwise as much as there is. A
   * run's files appear in order, so only the last step of a part is looked for; the ingest itself looks for each step.
   * Steps that are past their due time don't hold back the others.
   */
  async partToTake(
    mirrors: Mirrors,
    run: Date,
    stored: StoredParts,
    now: Date,
    signal: AbortSignal,
  ): Promise<RunToTake | undefined> {
    const { model } = this.target;
    const fewerMembersWillDo = now.getTime() >= runDueAt(model, run).getTime() + MEMBERS_AWAITED_MS;
    const has = (step: number) => hasStep(mirrors, { ...this.target, run }, step, signal, fewerMembersWillDo);
    const whole = stepsOf(this.target, run);
    const there = stored.stepsOf.get(run.getTime()) ?? [];
    const isServed = stored.endsMs >= now.getTime() + SERVED_FIRST_HOURS * HOUR_MS;
    const missing = this.keptParts(run, stored);
    for (const steps of isServed && there.length > 0 ? missing.toReversed() : missing) {
      const lacking = steps.filter((step) => !there.includes(step));
      const mayLack = lacking.filter((step) => now >= stepDueAt(this.target, run, step));
      if (await this.isToTake(run, lacking, mayLack, now, has))
        return {
          run,
          steps,
          isPart: steps.length < whole.length,
          ...(mayLack.length > 0 && { mayLack }),
        };
      // Without its steps that are late, the part is as complete as it can be: the next one may be there.
      const isAwaited = mayLack.length < lacking.length || there.length === 0;
      if (isAwaited && !(isServed && there.length > 0)) return undefined;
    }
    return undefined;
  }

  /** Returns the parts of a run that are not stored. */
  missingParts(run: Date, { stepsOf: storedSteps }: Pick<StoredParts, 'stepsOf'>): number[][] {
    const there = storedSteps.get(run.getTime()) ?? [];
    return partsOf(stepsOf(this.target, run), this.partEndsHours).filter(
      (part) => !part.every((step) => there.includes(step)),
    );
  }

  /**
   * All of a run is kept. A part may not be, between a newer partial run and an older complete one, and takes nothing
   * away from what is stored.
   */
  private keptParts(run: Date, stored: StoredParts): number[][] {
    const { length } = stepsOf(this.target, run);
    const end = stored.stepsOf.get(run.getTime())?.at(-1) ?? -Infinity;
    return this.missingParts(run, stored).filter(
      (steps) =>
        steps.length === length ||
        (steps[steps.length - 1] >= end && isKept({ run, isPart: true }, stored.runs, this.target.runsKept)),
    );
  }

  /**
   * @param lacking the steps of the part that are not stored
   * @param mayLack those of them that are past their due time
   */
  private async isToTake(
    run: Date,
    lacking: number[],
    mayLack: number[],
    now: Date,
    has: (step: number) => Promise<boolean>,
  ): Promise<boolean> {
    const last = lacking[lacking.length - 1];
    if (await has(last)) return true;
    if (!mayLack.includes(last)) return false;
    if (!(await this.isPassedOver(run, last, now, has))) return false;
    const lookedAtMs = this.lookedAtMs.get(run.getTime()) ?? -Infinity;
    if (now.getTime() < lookedAtMs + FILLED_EVERY_MS) return false;
    this.lookedAtMs.set(run.getTime(), now.getTime());
    return isAny(lacking.slice(-1 - STEPS_BACK, -1).toReversed(), has);
  }

  /** Whether a step is missing although the source went on, or had enough time. */
  private async isPassedOver(
    run: Date,
    step: number,
    now: Date,
    has: (step: number) => Promise<boolean>,
  ): Promise<boolean> {
    const next = stepsOf(this.target, run).find((other) => other > step);
    const dueMs = stepDueAt(this.target, run, step).getTime();
    return now.getTime() >= dueMs + END_AWAITED_MS || (next !== undefined && (await has(next)));
  }
}

async function isAny(steps: number[], has: (step: number) => Promise<boolean>): Promise<boolean> {
  for (const step of steps) if (await has(step)) return true;
  return false;
}

/** Lead times at which an incomplete run is published, in hours. */
const PART_ENDS_HOURS = [48, 120];

/**
 * Returns the steps of each part in which a run is published. Each part includes those before it; the last one is the
 * whole run.
 *
 * @param steps of the whole run, in hours, ascending
 */
export function partsOf(steps: number[], endsHours = PART_ENDS_HOURS): number[][] {
  const ends = endsHours.filter((endHours) => endHours < steps[steps.length - 1]);
  return [...ends.map((endHours) => steps.filter((step) => step <= endHours)), steps];
}
