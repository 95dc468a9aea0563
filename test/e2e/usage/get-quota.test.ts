import { beforeAll, describe, expect, it } from '@jest/globals';
import { ApiCaller, createApiKey, signedInCaller, type SignedInCaller } from '../../support/api-caller.js';
import { askForecast, createKeyedClient } from '../../support/forecast-caller.js';
import { expectProblem } from '../../support/problems.js';
import { useTestApp } from '../../support/test-app.js';
import { basic } from '../../support/usage-caller.js';

const app = useTestApp({ DEFAULT_RATE_LIMITS: 'hour=100,day=1000' });

describe('200', () => {
  const QUOTA = '/v1/usage/quota';

  interface Quota {
    client_id: string;
    as_of: string;
    windows: { window: string; limit: number; remaining: number; reset: number }[];
  }

  it('reports each window that is set, matching the headers of the last response', async () => {
    const { owner, clientId, key } = await createKeyedClient(app());
    await askForecast(app(), { apikey: key });
    const { headers } = await askForecast(app(), { apikey: key });

    const { status, body } = await owner.get<Quota>(`${QUOTA}?client_id=${clientId}`);

    expect(status).toBe(200);
    expect(body.client_id).toBe(clientId);
    expect(body.windows.map(({ window, limit, remaining }) => [window, limit, remaining])).toEqual([
      ['hour', 100, 98],
      ['day', 1000, 998],
    ]);
    for (const { window, remaining, reset } of body.windows) {
      expect(headers.get('ratelimit')).toContain(`"${window}";r=${remaining};`);
      expect(reset).toBeGreaterThan(0);
    }
  });

  it('is untouched for an unused client, and reading it costs nothing', async () => {
    const { owner, clientId } = await createKeyedClient(app());
    const ask = async () => (await owner.get<Quota>(`${QUOTA}?client_id=${clientId}`)).body.windows;

    await ask();

    expect((await ask()).map(({ remaining }) => remaining)).toEqual([100, 1000]);
  });

  it("returns a client's own quota, by its credentials", async () => {
    const { owner } = await createKeyedClient(app());
    const { body } = await owner.post<{ client_id: string; client_secret: string }>('/v1/clients', {
      name: 'Mine',
      rate_limits: { day: 10 },
    });
    const { key } = await createApiKey(owner, body.client_id);
    await askForecast(app(), { apikey: key });

    const answer = await new ApiCaller(app().url).get<Quota>(
      QUOTA,
      basic(body.client_id, body.client_secret),
    );

    expect(answer.body.windows.at(-1)).toMatchObject({ window: 'day', limit: 10, remaining: 9 });
  });
});

describe('400', () => {
  const QUOTA = '/v1/usage/quota';
  let caller: SignedInCaller;
  beforeAll(async () => {
    caller = await signedInCaller(app());
  });

  it.each([
    ['', ['client_id']],
    ['client_id=a&client_id=b', ['client_id']],
    ['api_key_id=a', ['api_key_id']],
    ['__proto__=1', ['__proto__']],
  ])('rejects ?%s', async (query, parameters) => {
    const answer = await caller.get(`${QUOTA}?${query}`);

    expectProblem(answer, 400, 'invalid_parameter', { instance: QUOTA, parameters });
  });
});
