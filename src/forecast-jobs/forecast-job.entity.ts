import { defineEntity, p } from '@mikro-orm/core';
import { Client } from '../clients/client.entity.js';

/**
 * `queued`: waits for a process. `waiting`: waits for units of a limit, for room for its result, or for a model run. `running`: is worked out.
 * `done`: has a result. `failed`: ended without one.
 */
export const JOB_STATUSES = ['queued', 'waiting', 'running', 'done', 'failed'] as const;
export type JobStatus = (typeof JOB_STATUSES)[number];

/** Why a job failed. */
export interface JobError {
  code: string;
  detail: string;
}

const ForecastJobSchema = defineEntity({
  name: 'ForecastJob',
  tableName: 'forecast_jobs',
  indexes: [{ properties: ['status', 'dueAt'] }],
  properties: {
    id: p.text().primary(),
    client: () => p.manyToOne(Client).deleteRule('cascade').index(),
    /** The key that it was submitted with: it ends when the key does. */
    keyId: p.text(),
    /** The members of the body. */
    request: p.json<Record<string, unknown>>(),
    status: p.text().$type<JobStatus>(),
    points: p.integer(),
    pointsDone: p.integer(),
    /** What it costs altogether, and what was taken so far. */
    units: p.integer(),
    unitsCharged: p.integer(),
    /** Of the result, as it is stored. */
    bytes: p.bigint('number'),
    /** The meta of the result. */
    meta: p.json<Record<string, unknown>>().nullable(),
    error: p.json<JobError>().nullable(),
    /** How often it was taken up, and how often that ended in a failure of the service. */
    attempt: p.integer(),
    failures: p.integer(),
    /** From when on a process may take it up; while one has it, until when that one has it for itself. */
    dueAt: p.datetime().length(3),
    createdAt: p.datetime().length(3),
    endedAt: p.datetime().length(3).nullable(),
    /** When it is deleted, with its result; before it has ended, until when it may wait. */
    expiresAt: p.datetime().length(3),
  },
});

export class ForecastJob extends ForecastJobSchema.class {}
ForecastJobSchema.setClass(ForecastJob);
