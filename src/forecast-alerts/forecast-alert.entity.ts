import { defineEntity, p } from '@mikro-orm/core';
import { Client } from '../clients/client.entity.js';
import type { UnitSystem } from '../meteo/units.js';

/** `above` and `below` leave out the value itself. */
export const COMPARISONS = ['above', 'at_least', 'below', 'at_most'] as const;
export type Comparison = (typeof COMPARISONS)[number];

/** `pending`: not evaluated since it was created, changed, or cleared without a run. */
export const ALERT_STATES = ['pending', 'calm', 'raised'] as const;
export type AlertState = (typeof ALERT_STATES)[number];

/** What a run said of an alert's hours. Times are ISO 8601, UTC. */
export interface AlertEvaluation {
  /** The model of the first hour. */
  model: string;
  run: string;
  /** The newest run of each model that gave values. */
  runs: Record<string, string>;
  at: string;
  /** The highest value, or for `below` and `at_most` the lowest. */
  extremeValue: number;
  extremeTime: string;
  /** The first hour that meets the condition. */
  firstTime: string | null;
  /** The last hour that raises the alert, or keeps it raised. */
  lastTime: string | null;
}

/** Why the newest run could not be evaluated. */
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
    /** By how much values must fall back before a raised alert is calm. */
    hysteresis: p.double().$type<number>(),
    /** Degrees, with four decimals at most. */
    latitude: p.double().$type<number>(),
    longitude: p.double().$type<number>(),
    /** The place by whose name the location was given. */
    placeId: p.text().nullable(),
    /** Hours after the current one; the last is exclusive. */
    leadFrom: p.integer(),
    leadTo: p.integer(),
    /** Null: the model that serves the location. */
    model: p.text().nullable(),
    isEnabled: p.boolean(),
    state: p.text().$type<AlertState>(),
    evaluation: p.json<AlertEvaluation>().nullable(),
    error: p.json<AlertError>().nullable(),
    /** The position of the newest run (`AlertRun`) that it was looked at with; 0 when it has to be looked at again. */
    checkedPosition: p.integer(),
    /** When to look again after a failure that may be gone by then. */
    retryAt: p.datetime().length(3).nullable(),
    /** The runs, as `<model> <time>`, whose event was announced: there is one for the same runs at most. */
    announcedRun: p.text().nullable(),
    createdAt: p.datetime().length(3),
    updatedAt: p.datetime().length(3),
  },
});

export class ForecastAlert extends ForecastAlertSchema.class {}
ForecastAlertSchema.setClass(ForecastAlert);
