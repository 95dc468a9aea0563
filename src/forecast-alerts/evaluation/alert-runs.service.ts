import { EntityManager, RequestContext } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { toInstant } from '../../common/time/instant.js';
import { Configuration } from '../../config/configuration.js';
import { RunCatalogue } from '../../model-store/catalogue/run-catalogue.js';
import type { StoredRun } from '../../model-store/read/stored-run.js';
import { AlertRun } from './alert-run.entity.js';

/** For so long, processes that don't have a new run leave alerts to those that do. */
const LEFT_TO_OTHERS_MS = 600_000;
/** A part of a run that is not continued for so long is evaluated as it is: its ingest may have ended. */
const STALLED_MS = 2 * 3_600_000;

/** What there is to evaluate alerts with. */
export interface NewestRuns {
  /** Of the newest publication. */
  position: number;
  /** The newest run of each model, ISO 8601, UTC. */
  runs: ReadonlyMap<string, string>;
  /** The models whose newest run is a part that is not continued. */
  stalled: ReadonlySet<string>;
}

type Publication = Pick<AlertRun, 'model' | 'run' | 'lastStepHours' | 'isComplete'>;

/** Numbers what is published, in one order for all processes, though each sees it at another time. */
@Injectable()
export class AlertRunsService {
  /** Of the newest runs that were compared with the table. */
  private compared = '';

  constructor(
    private readonly entityManager: EntityManager,
    private readonly catalogue: RunCatalogue,
    private readonly configuration: Configuration,
  ) {}

  /** Undefined where there are none, or this process doesn't have all of them yet. */
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

  /** The newest run of each model that forecasts are made of. */
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
      // One process at a time, so that nobody sees a position before a lower one.
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
