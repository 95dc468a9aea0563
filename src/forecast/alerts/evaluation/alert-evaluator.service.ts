import { RepeatedWork } from '../../../core/background/index.js';
import { setImmediate } from 'node:timers/promises';
import { EntityManager, LockMode } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { toInstant } from '../../../core/time/index.js';
import { announceWrites, ChangeFeedService, DatabasePoll } from '../../../core/database/index.js';
import { EventsService } from '../../../core/events/index.js';
import { FeatureSet } from '../../../core/features/index.js';
import { Problem } from '../../../core/http/index.js';
import { type AlertError, type AlertEvaluation, ForecastAlert } from '../forecast-alert.entity.js';
import { runAnnouncement } from './alert-announcement.js';
import { judge, type Verdict } from './alert-condition.js';
import { AlertForecastsService, type AlertHours } from './alert-forecasts.service.js';
import { AlertRun } from './alert-run.entity.js';
import { AlertRunsService, type NewestRuns } from './alert-runs.service.js';

/** The PostgreSQL notification channel: an alert was changed, or a run was published. */
const CHANGED_CHANNEL = 'weather_alerts';
/** Alerts per transaction. */
const AT_ONCE = 50;
/** Delay after a failure that isn't the alert's fault, or if this process lacks the published run. */
const RETRY_MS = 300_000;

/**
 * Evaluates alerts after each publication of a run. An alert's new state and its event are written in one transaction,
 * and processes skip alerts that another has locked, so each run is announced once, even if a process is killed.
 */
@Injectable()
export class AlertEvaluatorService extends RepeatedWork {
  protected readonly intervalMs = 1_000;
  private readonly poll: DatabasePoll;

  constructor(
    private readonly entityManager: EntityManager,
    private readonly runs: AlertRunsService,
    private readonly forecasts: AlertForecastsService,
    private readonly events: EventsService,
    private readonly features: FeatureSet,
    feed: ChangeFeedService,
  ) {
    super();
    announceWrites(entityManager, [ForecastAlert, AlertRun], CHANGED_CHANNEL);
    this.poll = new DatabasePoll(feed, [CHANGED_CHANNEL], () => this.hurry());
  }

  protected override turn(now: Date): Promise<void> {
    return this.poll.run(() => this.work(now), this.runs.hasNews);
  }

  async work(now: Date): Promise<undefined> {
    const newest = await this.runs.newest(now);
    while (newest && !this.isStopping && (await this.evaluateSome(newest, now)));
  }

  /** @returns whether there may be more */
  private evaluateSome(newest: NewestRuns, now: Date): Promise<boolean> {
    return this.entityManager.transactional(async (em) => {
      const due = await em.find(
        ForecastAlert,
        {
          isEnabled: true,
          checkedPosition: { $lt: newest.position },
          client: { deletedAt: null, status: 'active' },
          $or: [{ retryAt: null }, { retryAt: { $lte: now } }],
        },
        {
          lockMode: LockMode.PESSIMISTIC_PARTIAL_WRITE,
          // Doesn't lock the joined clients.
          lockTableAliases: ['f0'],
          // Neighboring points are read from the same parts of the files.
          orderBy: { latitude: 'asc', longitude: 'asc' },
          limit: AT_ONCE,
        },
      );
      await em.populate(due, ['client']);
      const changed: Changed[] = [];
      for (const alert of due) {
        const { state, evaluation } = alert;
        if (await this.evaluate(alert, newest, now)) changed.push({ alert, before: { state, evaluation } });
        // Lets requests run in between.
        await setImmediate();
      }
      const events = changed.map(({ alert }) => runAnnouncement(alert));
      const announced = new Set(await this.events.announce(em, ...events));
      // If these runs were already announced, keeps the announced state; subscribers hear of a change with the next
      // runs.
      for (const [i, { alert, before }] of changed.entries())
        if (!announced.has(events[i].once)) em.assign(alert, before);
      return due.length === AT_ONCE;
    });
  }

  /**
   * Evaluates one alert. A failure only affects this alert.
   * @returns whether the condition started or ended
   */
  private async evaluate(alert: ForecastAlert, newest: NewestRuns, now: Date): Promise<boolean> {
    let hours: AlertHours;
    try {
      hours = await this.forecasts.hoursOf(alert, now);
    } catch (error) {
      alert.error = this.errorOf(alert, error);
      // A run may just have been found damaged here. Other processes may have it intact, so the alert stays due.
      look(alert, newest, now, error instanceof Problem && (await this.runs.newest(now)) !== undefined);
      return false;
    }
    look(alert, newest, now, !isOlder(hours, newest));
    const isAwaited = hours.parts.some((model) => !newest.stalled.has(model));
    if (isAwaited) return false;
    const wasRaised = alert.state === 'raised';
    const verdict = judge(alert, wasRaised, hours.timesMs, hours.values);
    if (!verdict) {
      alert.error = { code: 'no_values', detail: `No run has values of ${alert.field} at this location.` };
      return false;
    }
    alert.error = null;
    if (isKnown(alert, hours)) return false;
    // A run that ends before the announced hours can't clear them: ECMWF's 06 UTC run is shorter than its 00 UTC run.
    if (wasRaised && !verdict.isRaised && !reaches(hours, alert.evaluation!.lastTime!)) return false;
    alert.evaluation = evaluationOf(hours, verdict, now);
    alert.state = verdict.isRaised ? 'raised' : 'calm';
    if (verdict.isRaised === wasRaised) return false;
    alert.announcedRun = runKey(hours.runs);
    return true;
  }

  private errorOf({ id }: ForecastAlert, error: unknown): AlertError {
    if (!(error instanceof Problem)) this.logger.warn(`The alert ${id} failed: ${(error as Error).message}`);
    const { code, options } = error instanceof Problem ? error : new Problem('internal_error');
    const told = options.detail ?? options.errors?.map(({ detail }) => detail).join(' ');
    return { code, detail: told ?? this.features.problems.describe(code).title };
  }
}

/** An alert whose condition started or ended, with its previous state. */
interface Changed {
  alert: ForecastAlert;
  before: Pick<ForecastAlert, 'state' | 'evaluation'>;
}

/** Records that the alert has been evaluated, or when to try again. */
function look(alert: ForecastAlert, { position }: NewestRuns, now: Date, isDone: boolean): void {
  if (isDone) alert.checkedPosition = position;
  alert.retryAt = isDone ? null : new Date(now.getTime() + RETRY_MS);
}

/** Whether a newer run is published that this process doesn't have; it may be damaged here. */
function isOlder(hours: AlertHours, { runs }: NewestRuns): boolean {
  return Object.entries(hours.runs).some(([model, run]) => run < (runs.get(model) ?? ''));
}

/** Whether these runs add nothing: the alert was evaluated with them, or changed after they were announced. */
function isKnown({ evaluation, announcedRun }: ForecastAlert, { runs }: AlertHours): boolean {
  if (announcedRun === runKey(runs)) return true;
  return evaluation
    ? Object.entries(runs).every(([model, run]) => run <= (evaluation.runs[model] ?? ''))
    : false;
}

/** Whether there is a value at or after the time. */
function reaches({ timesMs, values }: AlertHours, time: string): boolean {
  const last = values.findLastIndex((value) => !Number.isNaN(value));
  return timesMs[last] >= Date.parse(time);
}

function runKey(runs: Record<string, string>): string {
  return Object.entries(runs)
    .map(([model, run]) => `${model} ${run}`)
    .join(', ');
}

function evaluationOf(
  { model, run, runs, parts }: AlertHours,
  { extreme, firstMs, lastMs }: Verdict,
  now: Date,
): AlertEvaluation {
  const timeOf = (timeMs: number | undefined) => (timeMs === undefined ? null : toInstant(new Date(timeMs)));
  return {
    model,
    run,
    // Leaves out partial runs: if they continue after all, the rest is evaluated, too.
    runs: Object.fromEntries(Object.entries(runs).filter(([name]) => !parts.includes(name))),
    at: toInstant(now),
    extremeValue: extreme.value,
    extremeTime: toInstant(new Date(extreme.timeMs)),
    firstTime: timeOf(firstMs),
    lastTime: timeOf(lastMs),
  };
}
