import { expect, it } from '@jest/globals';
import {
  askForecast,
  BATCH_BODY,
  createKeyedClient,
  FORECASTS,
  POINT_BODY,
  postForecasts,
} from '../../support/forecast-caller.js';
import { expectProblem } from '../../support/problems.js';
import { useTestApp } from '../../support/test-app.js';

const app = useTestApp();

it('wants a unit of the day for each point, and takes none where there are too few', async () => {
  const { key } = await createKeyedClient(app(), { rate_limits: { day: 4 } });
  const three = { locations: Array(3).fill(POINT_BODY) };
  expect((await postForecasts(app(), { apikey: key }, three)).status).toBe(200);

  for (const body of [JSON.stringify(BATCH_BODY), '{"locations":[{"lat":91},1]}']) {
    const answer = await postForecasts(app(), { apikey: key }, body);
    expectProblem(answer, 429, 'quota_exceeded', {
      instance: FORECASTS,
      type: 'https://iana.org/assignments/http-problem-types#quota-exceeded',
      others: { 'violated-policies': ['day'] },
    });
    expect(answer.headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
    expect(answer.headers.get('ratelimit')).toMatch(/"day";r=1;/);
  }
  expect((await askForecast(app(), { apikey: key })).status).toBe(200);
});
