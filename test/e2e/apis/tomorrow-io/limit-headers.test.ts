import { beforeAll, expect, it } from '@jest/globals';
import { createApiKey } from '../../../support/api-caller.js';
import { createKeyedClient, FORECAST, POINT } from '../../../support/forecast-caller.js';
import { publishRun } from '../../../support/published-run.js';
import { sendRaw } from '../../../support/raw-request.js';
import { useTestApp } from '../../../support/test-app.js';
import { askTomorrowIo, LOCATION, postTimelines, REALTIME, TIMELINES } from './ask-tomorrow-io.js';

const app = useTestApp();
beforeAll(() => publishRun(app()));

/**
 * Reads them as pytomorrowio, the client of Home Assistant, does: `int()` of each header with "ratelimit" in its name.
 */
function ratesOf(headers: Headers): Record<string, number> {
  const rates = [...headers].filter(([name]) => name.toLowerCase().includes('ratelimit'));
  for (const [name, value] of rates) expect([name, value]).toEqual([name, expect.stringMatching(/^\d+$/)]);
  return Object.fromEntries(rates.map(([name, value]) => [name, Number(value)]));
}

it("are whole numbers, without the service's own headers", async () => {
  const { key } = await createKeyedClient(app(), {
    rate_limits: { second: 9, minute: 100, hour: 500, day: null },
  });
  const { status, headers } = await askTomorrowIo(app(), key, REALTIME, LOCATION);
  expect(status).toBe(200);
  expect(ratesOf(headers)).toEqual({
    'x-ratelimit-limit-second': 9,
    'x-ratelimit-remaining-second': 8,
    'x-ratelimit-limit-minute': 100,
    'x-ratelimit-remaining-minute': 99,
    'x-ratelimit-limit-hour': 500,
    'x-ratelimit-remaining-hour': 499,
  });
  const ours = await sendRaw(app().url, { path: `${FORECAST}?${POINT}`, headers: { apikey: key } });
  expect(ours.headers.get('ratelimit')).toMatch(/"hour";r=498/);
  expect([...ours.headers.keys()].filter((name) => name.startsWith('x-ratelimit'))).toEqual([]);
});

it('are also sent with errors, which cost nothing', async () => {
  const { owner, clientId, key } = await createKeyedClient(app(), { rate_limits: { day: 2 } });
  const fields = ['temperature'];
  const faulty = await postTimelines(app(), key, { location: '91,0', fields });
  expect([faulty.status, ratesOf(faulty.headers)['x-ratelimit-remaining-day']]).toEqual([400, 2]);
  const without = await createApiKey(owner, clientId, { scopes: ['forecast:batch'] });
  const forbidden = await postTimelines(app(), without.key, { location: '1,0', fields });
  expect([forbidden.status, ratesOf(forbidden.headers)['x-ratelimit-remaining-day']]).toEqual([403, 2]);
  for (const left of [1, 0]) {
    const { headers } = await postTimelines(app(), key, { location: '1,0', fields });
    expect(ratesOf(headers)['x-ratelimit-remaining-day']).toBe(left);
  }
  const refused = await postTimelines(app(), key, { location: '1,0', fields });
  expect([refused.status, refused.body.code, refused.body.type]).toEqual([429, 429001, 'Too Many Calls']);
  expect(refused.headers.get('retry-after')).toMatch(/^\d+$/);
  expect(ratesOf(refused.headers)['x-ratelimit-remaining-day']).toBe(0);
});

it('may be read by pages of other sites', async () => {
  const { key } = await createKeyedClient(app());
  const { headers } = await askTomorrowIo(app(), key, TIMELINES, `${LOCATION}&fields=temperature`);
  expect(headers.get('access-control-allow-origin')).toBe('*');
  const exposed = headers.get('access-control-expose-headers')!.toLowerCase().split(', ');
  for (const name of Object.keys(ratesOf(headers))) expect(exposed).toContain(name);
  expect(exposed).toContain('retry-after');
  expect(exposed).not.toContain('ratelimit');
});
