import { expect, test } from '@jest/globals';
import { ApiCaller } from '../../support/api-caller.js';
import { useTestApp } from '../../support/test-app.js';

const app = useTestApp();

test('GET /v1/weather/runs refuses a parameter that it does not know', async () => {
  const { status, body } = await new ApiCaller(app().url).call('GET', '/v1/weather/runs?model=gfs');
  expect(status).toBe(400);
  expect(body).toMatchObject({ code: 'invalid_parameter', errors: [{ parameter: 'model' }] });
});
