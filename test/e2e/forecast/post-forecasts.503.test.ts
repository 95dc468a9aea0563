import { expect, it } from '@jest/globals';
import { BATCH_BODY, createKeyedClient, FORECASTS, postForecasts } from '../../support/forecast-caller.js';
import { expectProblem } from '../../support/problems.js';
import { useTestApp } from '../../support/test-app.js';

const app = useTestApp();

it('says when to try again where there is no run, and gives back every unit', async () => {
  const { key } = await createKeyedClient(app(), { rate_limits: { day: 2 } });

  for (let count = 0; count < 2; count += 1) {
    const answer = await postForecasts(app(), { apikey: key }, { ...BATCH_BODY, source: 'gfs' });
    expectProblem(answer, 503, 'forecast_unavailable', { instance: FORECASTS });
    expect(answer.headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
    expect(answer.headers.get('ratelimit')).toMatch(/"day";r=2;/);
  }
});
