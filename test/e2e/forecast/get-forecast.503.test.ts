import { expect, it } from '@jest/globals';
import { askForecast, createKeyedClient, FORECAST, POINT } from '../../support/forecast-caller.js';
import { expectProblem } from '../../support/problems.js';
import { useTestApp } from '../../support/test-app.js';

const app = useTestApp();
const LONGEST_WAIT_SECONDS = 900;
/** Names a model, since climatology would be served instead of a missing run otherwise. */
const FROM_GFS = `${POINT}&source=gfs`;

it('says when to retry if there is no run', async () => {
  const { key } = await createKeyedClient(app());

  const answer = await askForecast(app(), { apikey: key }, FROM_GFS);

  expectProblem(answer, 503, 'forecast_unavailable', { instance: FORECAST });
  expect(answer.headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
  expect(Number(answer.headers.get('retry-after'))).toBeLessThanOrEqual(LONGEST_WAIT_SECONDS);
});

it('is checked after the query', async () => {
  const { key } = await createKeyedClient(app());

  const answer = await askForecast(app(), { apikey: key }, `${FROM_GFS}&units=nautical`);

  expectProblem(answer, 400, 'invalid_parameter', { instance: FORECAST, parameters: ['units'] });
});

it('refunds what it consumed', async () => {
  const { key } = await createKeyedClient(app(), { rate_limits: { second: 2, day: 2 } });

  for (let count = 0; count < 5; count += 1) {
    const { status, headers } = await askForecast(app(), { apikey: key }, FROM_GFS);
    expect(status).toBe(503);
    expect(headers.get('ratelimit')).toMatch(/^"second";r=2;t=0, "minute";.*, "day";r=2;t=\d+$/);
  }
});

it("is logged as a single line without a stack, since it isn't a fault of the service", async () => {
  const { key } = await createKeyedClient(app());

  const { headers } = await askForecast(app(), { apikey: key }, FROM_GFS);

  const lines = app()
    .logLines.map((line) => JSON.parse(line) as Record<string, unknown>)
    .filter(({ reqId }) => reqId === headers.get('x-request-id'));
  expect(lines.map(({ level, code, err }) => ({ level, code, err }))).toEqual([
    { level: 40, code: 'forecast_unavailable', err: undefined },
    { level: 30, code: undefined, err: undefined },
  ]);
});
