import { setImmediate } from 'node:timers/promises';
import { EntityManager, LockMode } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { RepeatedWork } from '../../common/time/repeated-work.js';
import { toInstant } from '../../common/time/instant.js';
import type { Announcement } from '../../events/event.types.js';
import { EventsService } from '../../events/events.service.js';
import { FeatureSet } from '../../features/feature-set.js';
import { Problem } from '../../http/problems/problem.js';
import { type AlertError, type AlertEvaluation, ForecastAlert } from '../forecast-alert.entity.js';
import { judge, type Verdict } from './alert-condition.js';
import { AlertForecastsService, type AlertHours } from './alert-forecasts.service.js';
import { AlertRunsService } from './alert-runs.service.js';

/** Locked, and written, together. */
const AT_ONCE = 50;

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
    const position = await this.runs.position(now);
    if (position === undefined) return;
    while (!this.isStopping && (await this.evaluateSome(position)));
  }

  /** @returns whether there may be more */
  private evaluateSome(position: number): Promise<boolean> {
    return this.entityManager.transactional(async (em) => {
      const due = await em.find(
        ForecastAlert,
        { isEnabled: true, checkedPosition: { $lt: position } },
        {
          lockMode: LockMode.PESSIMISTIC_PARTIAL_WRITE,
          // Neighbours are read from the same parts of the files.
          orderBy: { latitude: 'asc', longitude: 'asc' },
          limit: AT_ONCE,
        },
      );
      await em.populate(due, ['client']);
      const changed: ForecastAlert[] = [];
      for (const alert of due) {
        alert.checkedPosition = position;
        if (isServed(alert) && (await this.evaluate(alert))) changed.push(alert);
        // Requests are answered in between.
        await setImmediate();
      }
      await this.events.announce(em, ...changed.map(announcement));
      return due.length === AT_ONCE;
    });
  }

  /**
   * A failure of one alert is its own.
   * @returns whether the condition began or ended
   */
  private async evaluate(alert: ForecastAlert): Promise<boolean> {
    const now = new Date();
    let hours: AlertHours;
    try {
      hours = await this.forecasts.hoursOf(alert, now);
    } catch (error) {
      alert.error = this.errorOf(alert, error);
      return false;
    }
    if (hours.isPartial || isKnown(alert, hours)) return false;
    const wasRaised = alert.state === 'raised';
    const verdict = judge(alert, wasRaised, hours.timesMs, hours.values);
    if (!verdict) {
      alert.error = { code: 'no_values', detail: `No run has values of ${alert.field} there.` };
      return false;
    }
    alert.error = null;
    // A run that ends before what was told of can't take it back: ECMWF's run of 06 UTC is shorter than that of 00 UTC.
    if (wasRaised && !verdict.isRaised && !reaches(hours, alert.evaluation!.extremeTime)) return false;
    alert.evaluation = evaluationOf(hours, verdict, now);
    alert.state = verdict.isRaised ? 'raised' : 'calm';
    if (verdict.isRaised === wasRaised) return false;
    alert.announcedRun = runKey(hours);
    return true;
  }

  private errorOf({ id }: ForecastAlert, error: unknown): AlertError {
    if (!(error instanceof Problem)) this.logger.warn(`The alert ${id} failed: ${(error as Error).message}`);
    const { code, options } = error instanceof Problem ? error : new Problem('internal_error');
    const told = options.detail ?? options.errors?.map(({ detail }) => detail).join(' ');
    return { code, detail: told ?? this.features.problems.describe(code).title };
  }
}

function isServed({ client: { deletedAt, status } }: ForecastAlert): boolean {
  return deletedAt === null && status === 'active';
}

/** Whether nothing newer is to be said of it: it was evaluated with this run, or changed after that was told of. */
function isKnown({ evaluation, announcedRun }: ForecastAlert, { model, run }: AlertHours): boolean {
  if (announcedRun === runKey({ model, run })) return true;
  return evaluation?.model === model && run <= evaluation.run;
}

/** Whether the hours have a value at the time or later. */
function reaches({ timesMs, values }: AlertHours, time: string): boolean {
  const last = values.findLastIndex((value) => !Number.isNaN(value));
  return timesMs[last] >= Date.parse(time);
}

function runKey({ model, run }: Pick<AlertHours, 'model' | 'run'>): string {
  return `${model} ${run}`;
}

function evaluationOf({ model, run }: AlertHours, { extreme, firstMs }: Verdict, now: Date): AlertEvaluation {
  return {
    model,
    run,
    at: toInstant(now),
    extremeValue: extreme.value,
    extremeTime: toInstant(new Date(extreme.timeMs)),
    firstTime: firstMs === undefined ? null : toInstant(new Date(firstMs)),
  };
}

function announcement(alert: ForecastAlert): Announcement {
  const { id, client, field, comparison, value, units, latitude, longitude, evaluation } = alert;
  const { model, run, extremeValue, extremeTime, firstTime } = evaluation!;
  return {
    type: 'forecast.alert',
    organizationId: client.organization.id,
    clientId: client.id,
    once: `forecast.alert ${id} ${alert.announcedRun}`,
    data: {
      alert_id: id,
      client_id: client.id,
      organization_id: client.organization.id,
      state: alert.state === 'raised' ? 'raised' : 'cleared',
      field,
      comparison,
      value,
      units,
      lat: latitude,
      lon: longitude,
      first_time: firstTime,
      extreme_value: extremeValue,
      extreme_time: extremeTime,
      model,
      run,
    },
  };
}
