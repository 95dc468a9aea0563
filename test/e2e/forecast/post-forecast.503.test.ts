import { expect, it } from '@jest/globals';
import { createKeyedClient, FORECAST, POINT_BODY, postForecast } from '../../support/forecast-caller.js';
import { expectProblem } from '../../support/problems.js';
import { useTestApp } from '../../support/test-app.js';

const app = useTestApp();

it('says when to try again where there is no run, and gives back what it took', async () => {
  const { key } = await createKeyedClient(app(), { rate_limits: { day: 1 } });

  for (let count = 0; count < 2; count += 1) {
    const answer = await postForecast(app(), { apikey: key }, { ...POINT_BODY, source: 'gfs' });
    expectProblem(answer, 503, 'forecast_unavailable', { instance: FORECAST });
    expect(answer.headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
    expect(answer.headers.get('ratelimit')).toMatch(/"day";r=1;/);
  }
});
