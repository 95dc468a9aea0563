import { expect, it } from '@jest/globals';
import { BATCH_BODY, createKeyedClient, FORECASTS, postForecasts } from '../../support/forecast-caller.js';
import { expectProblem } from '../../support/problems.js';
import { useTestApp } from '../../support/test-app.js';

const app = useTestApp();

it.each([JSON.stringify(BATCH_BODY), '{"locations":[{"lat":91}]}', '{'])(
  'refuses a key for single points alone, whatever the body: %s',
  async (body) => {
    const { key } = await createKeyedClient(app(), {}, { scopes: ['forecast:read'] });

    const answer = await postForecasts(app(), { apikey: key }, body);

    const detail = expect.stringContaining('forecast:batch') as unknown;
    expectProblem(answer, 403, 'insufficient_scope', { instance: FORECASTS, detail });
  },
);
