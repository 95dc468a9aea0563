import { once } from 'node:events';
import type { EntityManager } from '@mikro-orm/postgresql';
import { expect, it } from '@jest/globals';
import { acceptedForm } from '../../../../src/forecast/answer/answer-formats.js';
import type { ForecastJob } from '../../../../src/forecast/jobs/forecast-job.entity.js';
import { JobResultsService } from '../../../../src/forecast/jobs/job-results.service.js';

const FORM = acceptedForm(undefined, undefined);
const jobOf = (clientId: string) => ({ id: 'job_1', client: { id: clientId } }) as ForecastJob;

it('leaves room for other clients if a client reads none of its results', async () => {
  // A result reads nothing from the database until the caller reads it.
  const results = new JobResultsService(undefined as unknown as EntityManager);
  const unread = ['a', 'a', 'a', 'a'].map((clientId) => results.stream(jobOf(clientId), FORM));
  expect(() => results.stream(jobOf('a'), FORM)).toThrow(expect.objectContaining({ code: 'overloaded' }));

  const others = ['b', 'b', 'b', 'c'].map((clientId) => results.stream(jobOf(clientId), FORM));
  expect(() => results.stream(jobOf('d'), FORM)).toThrow(expect.objectContaining({ code: 'overloaded' }));

  await once(unread[0].destroy(), 'close');
  others.push(results.stream(jobOf('a'), FORM));
  for (const stream of [...unread, ...others]) stream.destroy();
});
