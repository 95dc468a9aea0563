import { setTimeout as delay } from 'node:timers/promises';
import { type ForecastJobDto } from '../../src/forecast/jobs/forecast-job.dto.js';
import { type Answer } from './api-caller.js';
import { flushedUsage } from './flushed-usage.js';
import { type KeyedClient } from './forecast-caller.js';
import { sendRaw } from './raw-request.js';
import { type TestApp } from './test-app.js';

export const JOBS = '/v1/weather/jobs';

const pointsOf = (count: number) =>
  Array.from({ length: count }, (_, i) => ({ lat: (i % 160) / 2 - 40, lon: (i % 700) / 2 - 175 }));

/** Returns a body that requests two fields at a number of points. */
export const bodyOf = (count: number) => ({
  locations: pointsOf(count),
  fields: ['temperature', 'windSpeed'],
});

/** Submits jobs to a service and watches them. */
export class JobCaller {
  constructor(private readonly app: () => TestApp) {}

  submit(body: unknown, { key }: KeyedClient): Promise<Answer<ForecastJobDto>> {
    return sendRaw(this.app().url, {
      method: 'POST',
      path: JOBS,
      headers: { apikey: key, 'content-type': 'application/json' },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
  }

  ask<T = ForecastJobDto>(
    path: string,
    { key }: KeyedClient,
    { method = 'GET', accept = 'application/json' } = {},
  ): Promise<Answer<T>> {
    return sendRaw<T>(this.app().url, {
      method,
      path: `${JOBS}/${path}`,
      headers: { apikey: key, accept },
    });
  }

  /** Waits for one of the statuses. Reads the database, since each request would cost a unit. */
  async once(id: string, statuses: string[]): Promise<Record<string, unknown>> {
    for (;;) {
      const [job] = await this.app().runSql(
        `select status, points_done, units_charged, due_at > now() as is_later, error->>'code' as code
         from forecast_jobs where id = ?`,
        [id],
      );
      if (statuses.includes(job.status as string)) return job;
      await delay(50);
    }
  }

  ended(id: string): Promise<Record<string, unknown>> {
    return this.once(id, ['done', 'failed']);
  }

  /** Makes the job due now. */
  async wake(id: string): Promise<void> {
    await this.app().runSql('update forecast_jobs set due_at = now() where id = ?', [id]);
  }

  /** Returns what the client has been charged for jobs. */
  async unitsOf({ clientId }: KeyedClient): Promise<Record<string, unknown>> {
    const sql = `select coalesce(sum(units), 0)::int as units, sum(requests)::int as requests from usage.client_days
      where client_id = '${clientId}' and route = 'POST ${JOBS}'`;
    return (await flushedUsage(this.app(), sql))[0];
  }
}
