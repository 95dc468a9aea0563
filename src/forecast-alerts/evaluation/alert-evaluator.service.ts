import { setImmediate } from 'node:timers/promises';
import { EntityManager, LockMode } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { RepeatedWork } from '../../common/time/repeated-work.js';
import { toInstant } from '../../common/time/instant.js';
import { EventsService } from '../../events/events.service.js';
import { FeatureSet } from '../../features/feature-set.js';
import { Problem } from '../../http/problems/problem.js';
import { type AlertError, type AlertEvaluation, ForecastAlert } from '../forecast-alert.entity.js';
import { toldOfRun } from './alert-announcement.js';
import { judge, type Verdict } from './alert-condition.js';
import { AlertForecastsService, type AlertHours } from './alert-forecasts.service.js';
import { AlertRunsService, type NewestRuns } from './alert-runs.service.js';

/** Locked, and written, together. */
const AT_ONCE = 50;
/** After a failure that is not the alert's, or without the run that was published. */
const RETRY_MS = 300_000;

/**
 * Evaluates alerts after each publication of a run. What an alert becomes and the event that tells of it are written in
 * one transaction, and processes pass over what another has locked: each run is told of once, whoever is killed meanwhile.
 */
@Injectable()
export class AlertEvaluatorService extends RepeatedWork {
  protected readonly intervalMs = 1_000;
  private isStopping = false;

  constructor(
    private readonly entityManager: EntityManager,
    private readonly runs: AlertRunsService,
    private readonly forecasts: AlertForecastsService,
    private readonly events: EventsService,
    private readonly features: FeatureSet,
  ) {
    super();
  }

  override onModuleDestroy(): Promise<void> {
    this.isStopping = true;
    return super.onModuleDestroy();
  }

  async work(now: Date): Promise<void> {
    const newest = await this.runs.newest(now);
    if (!newest) return;
    while (!this.isStopping && (await this.evaluateSome(newest, now)));
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
          // And not their clients.
          lockTableAliases: ['f0'],
          // Neighbours are read from the same parts of the files.
          orderBy: { latitude: 'asc', longitude: 'asc' },
          limit: AT_ONCE,
        },
      );
      await em.populate(due, ['client']);
      const changed: Changed[] = [];
      for (const alert of due) {
        const { state, evaluation } = alert;
        if (await this.evaluate(alert, newest, now)) changed.push({ alert, before: { state, evaluation } });
        // Requests are answered in between.
        await setImmediate();
      }
      const events = changed.map(({ alert }) => toldOfRun(alert));
      const announced = new Set(await this.events.announce(em, ...events));
      // What was told of these runs before stays: whoever heard of it hears of a change with the next ones.
      for (const [i, { alert, before }] of changed.entries())
        if (!announced.has(events[i].once)) em.assign(alert, before);
      return due.length === AT_ONCE;
    });
  }

  /**
   * A failure of one alert is its own.
   * @returns whether the condition began or ended
   */
  private async evaluate(alert: ForecastAlert, newest: NewestRuns, now: Date): Promise<boolean> {
    let hours: AlertHours;
    try {
      hours = await this.forecasts.hoursOf(alert, now);
    } catch (error) {
      alert.error = this.errorOf(alert, error);
      // Other processes may have a run whole that was found damaged here just now.
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
    // A run that ends before what was told of can't take it back: ECMWF's run of 06 UTC is shorter than that of 00 UTC.
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

/** An alert whose condition began or ended, and what it was. */
interface Changed {
  alert: ForecastAlert;
  before: Pick<ForecastAlert, 'state' | 'evaluation'>;
}

/** Notes that the alert was looked at, or when to look again. */
function look(alert: ForecastAlert, { position }: NewestRuns, now: Date, isDone: boolean): void {
  if (isDone) alert.checkedPosition = position;
  alert.retryAt = isDone ? null : new Date(now.getTime() + RETRY_MS);
}

/** Whether a newer run was published, which this process doesn't have: it may be damaged here. */
function isOlder(hours: AlertHours, { runs }: NewestRuns): boolean {
  return Object.entries(hours.runs).some(([model, run]) => run < (runs.get(model) ?? ''));
}

/** Whether nothing newer is to be said of it: it was evaluated with these runs, or changed after they were told of. */
function isKnown({ evaluation, announcedRun }: ForecastAlert, { runs }: AlertHours): boolean {
  if (announcedRun === runKey(runs)) return true;
  return evaluation
    ? Object.entries(runs).every(([model, run]) => run <= (evaluation.runs[model] ?? ''))
    : false;
}

/** Whether the hours have a value at the time or later. */
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
    // The rest of a part that goes on after all is evaluated, too.
    runs: Object.fromEntries(Object.entries(runs).filter(([name]) => !parts.includes(name))),
    at: toInstant(now),
    extremeValue: extreme.value,
    extremeTime: toInstant(new Date(extreme.timeMs)),
    firstTime: timeOf(firstMs),
    lastTime: timeOf(lastMs),
  };
}
