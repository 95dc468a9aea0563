import { EntityManager, RequestContext } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { HOUR_MS, toInstant } from '../../../core/time/index.js';
import { Configuration } from '../../../core/config/index.js';
import { RunCatalogue } from '../../../store/catalogue/index.js';
import type { StoredRun } from '../../../store/read/index.js';
import { AlertRun } from './alert-run.entity.js';

/** For this long, processes that lack a new run leave alerts to those that have it. */
const LEFT_TO_OTHERS_MS = 600_000;
/** An incomplete run that isn't continued for this long is evaluated as it is: its ingest may have ended. */
const STALLED_MS = 2 * HOUR_MS;

/** The runs to evaluate alerts with. */
export interface NewestRuns {
  /** Position of the newest publication. */
  position: number;
  /** The newest run of each model, ISO 8601, UTC. */
  runs: ReadonlyMap<string, string>;
  /** Models whose newest run is incomplete and isn't continued. */
  stalled: ReadonlySet<string>;
}

type Publication = Pick<AlertRun, 'model' | 'run' | 'lastStepHours' | 'isComplete'>;

/** Numbers publications in one order for all processes, although each sees them at different times. */
@Injectable()
export class AlertRunsService {
  /** JSON of the newest runs that have been compared with the table. */
  private compared = '';

  constructor(
    private readonly entityManager: EntityManager,
    private readonly catalogue: RunCatalogue,
    private readonly configuration: Configuration,
  ) {}

  /** Whether this process has got or lost a run since the last comparison. */
  get hasNews(): boolean {
    return JSON.stringify(this.served()) !== this.compared;
  }

  /** Returns undefined if there are no runs, or if this process still lacks some of them. */
  async newest(now: Date): Promise<NewestRuns | undefined> {
    const served = this.served();
    const key = JSON.stringify(served);
    let numbered = await this.numbered();
    if (key !== this.compared || numbered.some((run) => isStalling(run, now))) {
      await this.number(served, now);
      this.compared = key;
      numbered = await this.numbered();
    }
    const byModel = new Map(served.map((publication) => [publication.model, publication]));
    const lacksNone = numbered.every(
      (known) =>
        !this.isUsed(known.model) ||
        now.getTime() - known.seenAt.getTime() > LEFT_TO_OTHERS_MS ||
        !isNewer(known, byModel.get(known.model)),
    );
    if (!lacksNone || numbered.length === 0) return undefined;
    return {
      position: Math.max(...numbered.map(({ position }) => position)),
      runs: new Map(numbered.map(({ model, run }) => [model, toInstant(run)])),
      stalled: new Set(numbered.filter(({ isStalled }) => isStalled).map(({ model }) => model)),
    };
  }

  private numbered(): Promise<AlertRun[]> {
    return RequestContext.create(this.entityManager, () => this.entityManager.findAll(AlertRun));
  }

  /** Returns the newest run of each model that is used for forecasts. */
  private served(): Publication[] {
    const newest = new Map<string, StoredRun>();
    for (const run of this.catalogue.runs()) {
      const { model } = run.manifest;
      if (this.isUsed(model) && !newest.has(model)) newest.set(model, run);
    }
    return [...newest].map(([model, { run, manifest }]) => ({
      model,
      run,
      lastStepHours: manifest.stepsHours[manifest.stepsHours.length - 1],
      isComplete: manifest.isPart !== true,
    }));
  }

  private isUsed(name: string): boolean {
    return this.configuration.models.some(({ model }) => model.name === name);
  }

  private async number(served: readonly Publication[], now: Date): Promise<void> {
    await this.entityManager.transactional(async (em) => {
      // One process at a time, so that no one sees a position before a lower one.
      await em.execute(`select pg_advisory_xact_lock(hashtext('forecast alert runs'))`);
      const known = await em.findAll(AlertRun);
      let position = Math.max(0, ...known.map((run) => run.position));
      for (const publication of served) {
        const before = known.find(({ model }) => model === publication.model);
        if (!isNewer(publication, before)) continue;
        const numbered = { ...publication, isStalled: false, position: ++position, seenAt: now };
        if (before) em.assign(before, numbered);
        else em.create(AlertRun, numbered, { persist: true });
      }
      for (const run of known)
        if (isStalling(run, now)) em.assign(run, { isStalled: true, position: ++position });
    });
  }
}

function isStalling({ isComplete, isStalled, seenAt }: AlertRun, now: Date): boolean {
  return !isComplete && !isStalled && now.getTime() - seenAt.getTime() > STALLED_MS;
}

function isNewer(one: Publication, other: Publication | undefined): boolean {
  if (!other) return true;
  const difference =
    one.run.getTime() - other.run.getTime() ||
    one.lastStepHours - other.lastStepHours ||
    Number(one.isComplete) - Number(other.isComplete);
  return difference > 0;
}
