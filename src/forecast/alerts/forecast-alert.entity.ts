import { defineEntity, p } from '@mikro-orm/core';
import { Client } from '../../clients/index.js';
import type { UnitSystem } from '../../weather/meteo/index.js';

/** `above` and `below` exclude the value itself. */
export const COMPARISONS = ['above', 'at_least', 'below', 'at_most'] as const;
export type Comparison = (typeof COMPARISONS)[number];

/** `pending`: not evaluated since it was created, changed, or cleared without a run. */
export const ALERT_STATES = ['pending', 'calm', 'raised'] as const;
export type AlertState = (typeof ALERT_STATES)[number];

/** The evaluation of an alert's hours. Times are ISO 8601, UTC. */
export interface AlertEvaluation {
  /** The model of the first hour. */
  model: string;
  run: string;
  /** The newest run of each model that contributed values. */
  runs: Record<string, string>;
  at: string;
  /** The highest value; for `below` and `at_most` the lowest. */
  extremeValue: number;
  extremeTime: string;
  /** The first hour that meets the condition. */
  firstTime: string | null;
  /** The last hour that raises the alert or keeps it raised. */
  lastTime: string | null;
}

/** Why the newest run couldn't be evaluated. */
export interface AlertError {
  code: string;
  detail: string;
}

const ForecastAlertSchema = defineEntity({
  name: 'ForecastAlert',
  tableName: 'forecast_alerts',
  indexes: [
    {
      name: 'forecast_alerts_due',
      expression:
        'create index "forecast_alerts_due" on "forecast_alerts" ("checked_position") where "is_enabled"',
    },
  ],
  properties: {
    id: p.text().primary(),
    client: () => p.manyToOne(Client).deleteRule('cascade').index(),
    name: p.text(),
    field: p.text(),
    comparison: p.text().$type<Comparison>(),
    value: p.double().$type<number>(),
    units: p.text().$type<UnitSystem>(),
    /** How far values must fall back before a raised alert clears. */
    hysteresis: p.double().$type<number>(),
    /** Degrees, with at most four decimals. */
    latitude: p.double().$type<number>(),
    longitude: p.double().$type<number>(),
    /** The place, if the location was given by name. */
    placeId: p.text().nullable(),
    /** Hours after the current one; the end is exclusive. */
    leadFrom: p.integer(),
    leadTo: p.integer(),
    /** Null: whichever model serves the location. */
    model: p.text().nullable(),
    isEnabled: p.boolean(),
    state: p.text().$type<AlertState>(),
    evaluation: p.json<AlertEvaluation>().nullable(),
    error: p.json<AlertError>().nullable(),
    /** Position (`AlertRun`) of the newest run it was evaluated with; 0 if it must be evaluated again. */
    checkedPosition: p.integer(),
    /** When to retry after a failure that may be temporary. */
    retryAt: p.datetime().length(3).nullable(),
    /** Runs, as `<model> <time>`, of the last announced event. The same runs cause at most one event. */
    announcedRun: p.text().nullable(),
    createdAt: p.datetime().length(3),
    updatedAt: p.datetime().length(3),
  },
});

export class ForecastAlert extends ForecastAlertSchema.class {}
ForecastAlertSchema.setClass(ForecastAlert);
