import { expect, it } from '@jest/globals';
import {
  askForecast,
  createKeyedClient,
  FORECAST,
  POINT_BODY,
  postForecast,
} from '../../support/forecast-caller.js';
import { expectProblem } from '../../support/problems.js';
import { useTestApp } from '../../support/test-app.js';

const app = useTestApp();

it('shares its windows with GET, and says so before it looks at the body', async () => {
  const { key } = await createKeyedClient(app(), { rate_limits: { day: 2 } });
  expect((await askForecast(app(), { apikey: key })).status).toBe(200);
  expect((await postForecast(app(), { apikey: key })).status).toBe(200);

  for (const body of [JSON.stringify(POINT_BODY), '{"lat":91}', '{']) {
    const answer = await postForecast(app(), { apikey: key }, body);
    expectProblem(answer, 429, 'quota_exceeded', {
      instance: FORECAST,
      type: 'https://iana.org/assignments/http-problem-types#quota-exceeded',
      others: { 'violated-policies': ['day'] },
    });
    expect(answer.headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
  }
  expect((await askForecast(app(), { apikey: key })).status).toBe(429);
});
