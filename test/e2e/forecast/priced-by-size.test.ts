/** @slow */
import { describe, expect, it } from '@jest/globals';
import { flushedUsage } from '../../support/flushed-usage.js';
import {
  askForecast,
  createKeyedClient,
  POINT,
  POINT_BODY,
  postForecast,
  postForecasts,
} from '../../support/forecast-caller.js';
import { expectProblem } from '../../support/problems.js';
import { useTestApp } from '../../support/test-app.js';

const app = useTestApp();
/** 16 days: 384 hours, 23,040 minutes. */
const SPAN = { startTime: '2026-11-01T00:00:00Z', endTime: '2026-11-17T00:00:00Z' };
const SPAN_QUERY = `${POINT}&startTime=${SPAN.startTime}&endTime=${SPAN.endTime}`;
const BY_MINUTE = `${SPAN_QUERY}&timelines=minutely`;
const keyedClient = (limits: Record<string, number | null>) =>
  createKeyedClient(app(), { rate_limits: { second: 10, minute: 300, hour: 1000, ...limits } });

describe('the units of a response', () => {
  const cases: [what: string, units: number, query: string][] = [
    ['5 days by the hour', 1, POINT],
    ['16 days by the hour with the default metrics', 1, SPAN_QUERY],
    ['16 days by the hour, the minute and the day', 43, `${SPAN_QUERY}&timelines=hourly,minutely,daily`],
    ['16 days by the minute with them', 42, BY_MINUTE],
    ['one metric of 16 days by the minute', 3, `${BY_MINUTE}&fields=temperature`],
    ['10,000 minutes of one metric', 1, `${BY_MINUTE}&fields=ozone`.replace('17T00:00', '07T22:40')],
    ['10,001 minutes of one metric', 2, `${BY_MINUTE}&fields=ozone`.replace('17T00:00', '07T22:41')],
  ];
  it.each(cases)('%s: %d', async (_what, units, query) => {
    const { clientId, key } = await keyedClient({ day: 100 });
    const { status, headers } = await askForecast(app(), { apikey: key }, query);

    expect(status).toBe(200);
    expect(headers.get('ratelimit')).toMatch(
      new RegExp(`"hour";r=${1000 - units};.*"day";r=${100 - units};`),
    );
    const sql = `select sum(units)::int as units from usage.client_days where client_id = '${clientId}'`;
    expect(await flushedUsage(app(), sql)).toEqual([{ units }]);
  });

  it.each([
    ['hourly', 2],
    ['minutely', 77],
  ])('16 days of %s values with all 33 metrics: %d', async (timeline, units) => {
    const { key } = await keyedClient({ day: 100 });
    const { fields } = (await (await fetch(`${app().url}/v1/weather/fields`)).json()) as {
      fields: { name: string }[];
    };
    const names = fields.map(({ name }) => name);
    expect(names).toHaveLength(33);
    const query = `${SPAN_QUERY}&timelines=${timeline}&fields=${names.join(',')}`;
    const { headers } = await askForecast(app(), { apikey: key }, query);
    expect(headers.get('ratelimit')).toContain(`"day";r=${100 - units};`);
  });

  it('are the same if the request has a body', async () => {
    const { key } = await keyedClient({ day: 100 });
    const body = { ...POINT_BODY, ...SPAN, timelines: ['minutely'] };
    const { headers } = await postForecast(app(), { apikey: key }, body);
    expect(headers.get('ratelimit')).toContain('"day";r=58;');
  });

  it.each([
    ['the points of a batch', 3, {}],
    ['its values, where they are more', 7, { ...SPAN, timelines: ['minutely'], fields: ['ozone'] }],
  ])('are %s: %d', async (_what, units, others) => {
    const { key } = await keyedClient({ day: 100 });
    const body = { locations: Array(3).fill(POINT_BODY), ...others };
    const { headers } = await postForecasts(app(), { apikey: key }, body);
    expect(headers.get('ratelimit')).toContain(`"day";r=${100 - units};`);
  });
});

describe('a long response', () => {
  it('is refused if a window has too little left, and consumes nothing from any window', async () => {
    const { key } = await keyedClient({ minute: 10, day: 50 });
    expect((await askForecast(app(), { apikey: key }, BY_MINUTE)).status).toBe(200);

    const refused = await askForecast(app(), { apikey: key }, BY_MINUTE);

    expect(refused.status).toBe(429);
    expect(refused.body).toMatchObject({ code: 'quota_exceeded', 'violated-policies': ['day'] });
    expect(refused.headers.get('ratelimit')).toMatch(/"minute";r=(9|10);.*"day";r=8;/);
    expect((await askForecast(app(), { apikey: key })).status).toBe(200);
  });

  it.each(['hour', 'day'])('that costs more than the whole limit of a %s is invalid', async (window) => {
    const { key } = await createKeyedClient(app(), { rate_limits: { [window]: 41 } });
    const answer = await askForecast(app(), { apikey: key }, BY_MINUTE);
    expectProblem(answer, 400, 'invalid_parameter', {
      instance: '/v1/weather/forecast',
      parameters: ['endTime'],
      detail: expect.stringMatching(/42 units.*41/),
    });
    expect(answer.headers.get('ratelimit')).toContain(`"${window}";r=41;`);
  });

  it('costs nothing if the rest of the request is invalid', async () => {
    const { key } = await keyedClient({ day: 50 });
    for (let i = 0; i < 3; i++) {
      const { status, headers } = await askForecast(app(), { apikey: key }, `${BY_MINUTE}&units=odd`);
      expect(status).toBe(400);
      expect(headers.get('ratelimit')).toContain('"day";r=50;');
    }
  });

  it('costs one unit if the caller already has it', async () => {
    const { clientId, key } = await keyedClient({ day: 100 });
    const { headers } = await askForecast(app(), { apikey: key }, BY_MINUTE);
    const held = { apikey: key, 'if-none-match': headers.get('etag')! };

    const again = await askForecast(app(), held, BY_MINUTE);

    expect(again.status).toBe(304);
    expect(again.headers.get('ratelimit')).toContain('"day";r=57;');
    const sql = `select sum(units)::int as units from usage.client_days where client_id = '${clientId}'`;
    expect(await flushedUsage(app(), sql)).toEqual([{ units: 43 }]);
  });
});
