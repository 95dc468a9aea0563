import { defineEntity, p } from '@mikro-orm/core';
import { Client } from '../../clients/index.js';

/**
 * `queued`: waits for a process. `waiting`: waits for units of a limit, for space for its result, or for a model run.
 * `running`: is being computed. `done`: has a result. `failed`: ended without one.
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
    /** The key it was submitted with. The job fails if the key becomes invalid. */
    keyId: p.text(),
    /** The members of the request body, up to 2 MB, which take long to read. */
    request: p.json<Record<string, unknown>>().lazy(),
    status: p.text().$type<JobStatus>(),
    points: p.integer(),
    pointsDone: p.integer(),
    /** Total cost, and the units charged so far. */
    units: p.integer(),
    unitsCharged: p.integer(),
    /** Size of the stored result. */
    bytes: p.bigint('number'),
    /** The `meta` member of the result. */
    meta: p.json<Record<string, unknown>>().nullable(),
    error: p.json<JobError>().nullable(),
    /** Number of claims, and how many of them ended in a failure of the service. */
    attempt: p.integer(),
    failures: p.integer(),
    /** When a process may claim it, or while claimed, when the claim runs out. */
    dueAt: p.datetime().length(3),
    createdAt: p.datetime().length(3),
    endedAt: p.datetime().length(3).nullable(),
    /** When the job and its result are deleted; before it has ended, how long it may wait. */
    expiresAt: p.datetime().length(3),
  },
});

export class ForecastJob extends ForecastJobSchema.class {}
ForecastJobSchema.setClass(ForecastJob);

/** A job without what it requests. */
export type JobState = Omit<ForecastJob, 'client' | 'request'>;
