import { expect, it } from '@jest/globals';
import { createKeyedClient, FORECAST, POINT_BODY, postForecast } from '../../support/forecast-caller.js';
import { expectProblem } from '../../support/problems.js';
import { useTestApp } from '../../support/test-app.js';

const app = useTestApp();

it.each([JSON.stringify(POINT_BODY), '{"lat":91}', '{'])(
  'refuses a key for batches alone, whatever the body: %s',
  async (body) => {
    const { key } = await createKeyedClient(app(), {}, { scopes: ['forecast:batch'] });

    const answer = await postForecast(app(), { apikey: key }, body);

    const detail = expect.stringContaining('forecast:read') as unknown;
    expectProblem(answer, 403, 'insufficient_scope', { instance: FORECAST, detail });
  },
);
