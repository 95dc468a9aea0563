import { beforeAll, expect, it } from '@jest/globals';
import { createKeyedClient, FORECAST } from '../../support/forecast-caller.js';
import { useTestApp } from '../../support/test-app.js';

const app = useTestApp({ DEFAULT_RATE_LIMITS: 'day=1000' });
let key: string;
beforeAll(async () => {
  ({ key } = await createKeyedClient(app()));
});

it('tells a key its limits, takes nothing, and tells nothing to others', async () => {
  const send = (headers: Record<string, string>) =>
    fetch(app().url + FORECAST, { method: 'POST', body: 'lat=1', headers });

  const answer = await send({ apikey: key, 'content-type': 'text/plain' });

  expect(answer.status).toBe(415);
  expect(answer.headers.get('ratelimit-policy')).toBe('"day";q=1000;w=86400');
  expect((await send({ 'content-type': 'text/plain' })).status).toBe(401);
  const before = answer.headers.get('ratelimit');
  expect((await send({ apikey: key, 'content-type': 'text/plain' })).headers.get('ratelimit')).toBe(before);
});
