import { RepeatedWork } from '../../core/background/index.js';
import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { HOUR_MS, toInstant } from '../../core/time/index.js';
import { EventsService } from '../../core/events/index.js';
import { RunCatalogue } from '../../store/catalogue/index.js';
import type { StoredRun } from '../../store/read/index.js';

/** Older runs are not announced. Events are kept for longer, so that none is announced again after it is deleted. */
const NEWS_MS = 6 * 24 * HOUR_MS;

/**
 * Announces that forecasts use a new run, or more of it. Runs are published on disk and not in the database, so each
 * process compares what it serves with what was announced: no publication is missed or announced twice.
 */
@Injectable()
export class RunPublicationsService extends RepeatedWork {
  protected readonly intervalMs = 1_000;
  /** Names of runs; a published run never changes. */
  private announced: ReadonlySet<string> = new Set();

  constructor(
    private readonly entityManager: EntityManager,
    private readonly catalogue: RunCatalogue,
    private readonly events: EventsService,
  ) {
    super();
  }

  async work(now: Date): Promise<void> {
    const served = this.catalogue.runs();
    const news = served.filter(
      ({ name, publishedAt }) => !this.announced.has(name) && now.getTime() - publishedAt.getTime() < NEWS_MS,
    );
    if (news.length === 0) return;
    const names = served.map(({ name }) => name);
    await this.entityManager.transactional(async (em) => {
      for (const run of news.toReversed()) await this.events.announce(em, publication(run));
    });
    this.announced = new Set(names);
  }
}

function publication({ run, publishedAt, manifest }: StoredRun) {
  const { model, resolution, stepsHours, isPart = false } = manifest;
  const lastStepHours = stepsHours[stepsHours.length - 1];
  const began = toInstant(run);
  return {
    type: 'run.published' as const,
    everyone: true as const,
    // Ingesting the same run again, for example after damage, is no news.
    once: ['run.published', model, resolution, began, lastStepHours, isPart].join(' '),
    data: {
      model,
      resolution,
      run: began,
      publishedAt: toInstant(publishedAt),
      lastTime: toInstant(new Date(run.getTime() + lastStepHours * HOUR_MS)),
      isComplete: !isPart,
    },
  };
}
