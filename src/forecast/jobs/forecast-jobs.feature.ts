import { EXAMPLE_ULID, type ProblemDescription } from '../../core/http/index.js';
import { defineFeature } from '../../core/features/index.js';
import { ForecastJobCharge } from './forecast-job-charge.entity.js';
import { ForecastJobPart } from './forecast-job-part.entity.js';
import { ForecastJob } from './forecast-job.entity.js';
import { ForecastJobsModule } from './forecast-jobs.module.js';
import { Migration20261122001300 } from './migrations/Migration20261122001300.js';

const problems = {
  job_not_done: {
    status: 409,
    title: 'The job is not done yet',
    help: 'Get the job, and request its result once its "status" is "done".',
    example: { instance: `/v1/weather/jobs/job_${EXAMPLE_ULID}/result` },
  },
  job_failed: {
    status: 409,
    title: 'The job has failed',
    help: '"detail" has the code and the reason. Fix the cause, then submit a new job.',
    example: {
      instance: `/v1/weather/jobs/job_${EXAMPLE_ULID}/result`,
      detail: 'revoked_api_key: The API key was revoked',
    },
  },
} satisfies Record<string, ProblemDescription>;

const idPrefixes = { 'forecast job': 'job' } as const;

const examples = {
  ForecastJob: {
    id: `job_${EXAMPLE_ULID}`,
    status: 'running',
    points: 2500,
    points_done: 1200,
    units: 2500,
    units_charged: 2500,
    waiting_until: null,
    created_at: '2026-11-21T05:10:12Z',
    ended_at: null,
    expires_at: '2026-11-24T05:10:12Z',
    error: null,
  },
  ForecastJobError: { code: 'revoked_api_key', detail: 'The API key was revoked' },
};

export const FORECAST_JOBS_FEATURE = defineFeature({
  name: 'forecast-jobs',
  module: ForecastJobsModule,
  entities: [ForecastJob, ForecastJobPart, ForecastJobCharge],
  migrations: [Migration20261122001300],
  problems,
  idPrefixes,
  examples,
});

declare module '../../core/features/names.types.js' {
  interface Problems extends Record<keyof typeof problems, true> {}
  interface IdPrefixes extends Record<(typeof idPrefixes)[keyof typeof idPrefixes], true> {}
}
