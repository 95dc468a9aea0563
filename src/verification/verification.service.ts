import { createHash } from 'node:crypto';
import { MikroORM } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { type Fault, faultOfError } from '../core/common/index.js';
import { Configuration } from '../core/config/index.js';
import { DatabaseClockService } from '../core/database/index.js';
import { LockedWork } from '../core/locks/index.js';
import { DAY_MS, HOUR_MS, MINUTE_MS, startOfUtcDay, toInstant } from '../core/time/index.js';
import { ObservationsService } from '../observations/index.js';
import { DAY_HOURS, EARLIER_DAYS, LONGEST_LEAD_HOURS } from '../weather/verification/index.js';
import { ForecastStoreService } from './forecasts/forecast-store.service.js';
import { KeepForecastsService } from './forecasts/keep-forecasts.service.js';
import { DoubtfulStationsService } from './scores/doubtful-stations.service.js';
import { ObservedDaysService } from './scores/observed-days.service.js';
import { ScoreStoreService } from './scores/score-store.service.js';
import { VerifyDayService } from './scores/verify-day.service.js';
import { PublishStateService } from './state/publish-state.service.js';
import type { VerifiedRun } from './store/verification.entities.js';

const LOCK = 'verification';
/** Today and the days before that are verified again when reports or forecasts arrive late. Then, sums are final. */
export const VERIFIED_DAYS = 3;
/** By then, nearly all reports for an hour have been read. */
const FROM_MINUTE = 45;

/** Compares forecasts with station reports, in one process of the cluster at a time. */
@Injectable()
export class VerificationService extends LockedWork {
  protected readonly intervalMs = 15_000;
  protected readonly lock = LOCK;
  private isPrepared = false;
  private startedAt: Date | undefined;
  /** When any process last verified what there was, as far as this one knows. */
  verifiedAt: Date | undefined;
  /** Why this process's last attempt failed. */
  failure: Fault | undefined;

  constructor(
    private readonly configuration: Configuration,
    protected readonly orm: MikroORM,
    private readonly observations: ObservationsService,
    private readonly observed: ObservedDaysService,
    private readonly keep: KeepForecastsService,
    private readonly forecasts: ForecastStoreService,
    private readonly scores: ScoreStoreService,
    private readonly days: VerifyDayService,
    private readonly doubtful: DoubtfulStationsService,
    private readonly state: PublishStateService,
    protected readonly clock: DatabaseClockService,
  ) {
    super();
  }

  async work(now: Date): Promise<void> {
    this.startedAt ??= now;
    // A lock takes a connection of its own.
    if (this.isPrepared && !(await this.isDue(now)) && !(await this.keep.hasWork(now))) return;
    await this.locked(async (signal) => {
      if (!(await this.prepare(now))) return;
      await this.keep.keepRuns(now, signal);
      await this.keep.keepIssued(now, signal);
      if (await this.isDue(now)) await this.verify(now, signal);
    });
  }

  protected override succeeded(): void {
    this.failure = undefined;
  }

  protected override failed(error: unknown): void {
    super.failed(error);
    const since = this.failure?.since ?? toInstant(new Date(this.clock.nowMs()));
    this.failure = faultOfError(error as Error, since);
  }

  /**
   * Verifies all that can be now, without waiting for the hour's reports.
   * @returns false if another process is verifying
   */
  verifyNow(now: Date, stop: AbortSignal): Promise<boolean> {
    return this.locked(async (signal) => {
      await this.observations.work(now);
      await this.verify(now, AbortSignal.any([signal, stop]));
    });
  }

  /** Whether no process has verified the reports of the last hour that is complete. What failed stays due. */
  private async isDue(now: Date): Promise<boolean> {
    this.verifiedAt = await this.scores.verifiedAt();
    await this.doubtful.read(this.verifiedAt);
    const lastMs = (this.verifiedAt ?? this.startedAt ?? now).getTime();
    const dueMs = Math.floor(now.getTime() / HOUR_MS - FROM_MINUTE / 60) * HOUR_MS + FROM_MINUTE * MINUTE_MS;
    // A clock that was wrong may have left a time that is still to come.
    return lastMs < dueMs || lastMs > now.getTime() + HOUR_MS;
  }

  /** @returns whether the stations are known, without which no forecast can be kept */
  private async prepare(now: Date): Promise<boolean> {
    if (this.isPrepared) return true;
    await this.observations.work(now);
    const { observations, keepsOtherObservations } = this.configuration;
    if (observations.length === 0 && !keepsOtherObservations) {
      // They are about to be deleted; until then, their forecasts would be kept again.
      if (this.observations.all().size > 0) return false;
      await this.forecasts.forgetStations();
    }
    this.isPrepared = true;
    return true;
  }

  /**
   * Makes the sums of all days anew whose reports or forecasts have changed, and of those after them, since reports are
   * checked by what was known the day before.
   */
  private async verify(now: Date, signal: AbortSignal): Promise<void> {
    const today = startOfUtcDay(now).getTime();
    const firstDay = today - (VERIFIED_DAYS - 1) * DAY_MS;
    const known = await this.scores.days();
    await this.keep.keepRuns(now, signal, { forEachStation: !known.has(today) });
    const runs = await this.forecasts.runs();
    const versions = await this.observed.versions(firstDay - EARLIER_DAYS * DAY_MS, today);
    let inputs = known.get(firstDay - DAY_MS) ?? '';
    for (let day = firstDay; day <= today; day += DAY_MS) {
      const before = inputs;
      inputs = inputsOf(day, runs, versions, before);
      if (known.get(day) !== inputs) {
        await this.observed.read(versions);
        await this.days.verify(day, now, signal);
        await this.scores.finish(new Date(day), inputs, null);
      }
      if (day === today) await this.state.publish(now, `${toInstant(new Date(today))} ${before}`, signal);
    }
    // Last, so that what fails before stays due.
    await this.scores.finish(new Date(today), inputs, now);
    this.verifiedAt = now;
    await this.doubtful.read(now);
  }
}

/** Returns a text that is another one whenever anything changes that the sums of a day are made from. */
function inputsOf(
  day: number,
  runs: readonly VerifiedRun[],
  versions: ReadonlyMap<number, number>,
  before: string,
): string {
  const kept = runs
    .filter(({ run }) => run.getTime() < day + DAY_MS && run.getTime() + LONGEST_LEAD_HOURS * HOUR_MS >= day)
    .map((run) => [run.source, run.run.getTime(), run.publishedAt.getTime(), run.stations].join(' '))
    .sort();
  const hours = Array.from({ length: DAY_HOURS + 1 }, (_, hour) => versions.get(day + hour * HOUR_MS) ?? '');
  return createHash('sha256')
    .update([before, ...hours, ...kept].join(';'))
    .digest('base64url');
}
