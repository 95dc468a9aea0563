import { beforeAll, describe, expect, it, jest } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import { generateKey } from '../../../src/api-keys/key-format.js';
import { type Answer, createApiKey, createClient } from '../../support/api-caller.js';
import { askForecast, createKeyedClient, FORECAST, POINT } from '../../support/forecast-caller.js';
import { expectProblem } from '../../support/problems.js';
import { publishRun } from '../../support/published-run.js';
import { useTestApp } from '../../support/test-app.js';

const instance = FORECAST;
const DAY_SECONDS = 86_400;
const app = useTestApp({ DEFAULT_RATE_LIMITS: 'day=1000', TRUSTED_PROXIES: '127.0.0.1' });
beforeAll(() => publishRun(app()));

const ask = (apikey: string, query?: string) => askForecast(app(), { apikey }, query);
const askAtOnce = (times: number, keyOf: (number: number) => string) =>
  Promise.all(Array.from({ length: times }, (_, number) => ask(keyOf(number))));
const count = (answers: Answer[], wanted: number) => answers.filter(({ status }) => status === wanted).length;

function expectQuotaExceeded(answer: Answer, windows: string[]): void {
  expectProblem(answer, 429, 'quota_exceeded', {
    instance,
    type: 'https://iana.org/assignments/http-problem-types#quota-exceeded',
    others: { 'violated-policies': windows },
  });
  expect(answer.headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
}

describe('when a window is spent', () => {
  it("admits exactly the requests of a day's limit, out of ten times as many at once", async () => {
    const { key } = await createKeyedClient(app(), { rate_limits: { day: 20 } });

    const answers = await askAtOnce(200, () => key);

    expect([count(answers, 200), count(answers, 429)]).toEqual([20, 180]);
    const remaining = answers
      .filter(({ status }) => status === 200)
      .map(({ headers }) => Number(/^"day";r=(\d+);/.exec(headers.get('ratelimit')!)![1]));
    expect(remaining.sort((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, number) => number));
  });

  it('reports which window, until when, and what is left', async () => {
    const { key } = await createKeyedClient(app(), { rate_limits: { minute: 5, day: 1 } });
    await ask(key);

    const answer = await ask(key);

    expectQuotaExceeded(answer, ['day']);
    const untilMidnight = DAY_SECONDS - (Math.floor(Date.now() / 1000) % DAY_SECONDS);
    const retryAfter = Number(answer.headers.get('retry-after'));
    expect(Math.abs(retryAfter - untilMidnight)).toBeLessThanOrEqual(5);
    expect(answer.headers.get('ratelimit-policy')).toBe('"minute";q=5;w=60, "day";q=1;w=86400');
    expect(answer.headers.get('ratelimit')).toMatch(
      new RegExp(`^"minute";r=4;t=1[012], "day";r=0;t=${retryAfter}$`),
    );
  });

  it('reports every spent window', async () => {
    const { key } = await createKeyedClient(app(), {
      rate_limits: { second: 1, minute: 1, hour: 1, day: 1 },
    });
    await ask(key);

    expectQuotaExceeded(await ask(key), ['second', 'minute', 'hour', 'day']);
  });

  it('is checked before the query', async () => {
    const { key } = await createKeyedClient(app(), { rate_limits: { day: 1 } });
    await ask(key);

    expectQuotaExceeded(await ask(key, 'lat=1000&unknown=1'), ['day']);
  });

  it('shares the windows among the keys of a client, but not with other clients', async () => {
    const { owner, clientId, key } = await createKeyedClient(app(), { rate_limits: { day: 10 } });
    const sister = await createApiKey(owner, clientId);
    const stranger = await createApiKey(owner, await createClient(owner, { rate_limits: { day: 10 } }));

    const answers = await askAtOnce(60, (number) => (number % 2 === 0 ? key : sister.key));

    expect([count(answers, 200), count(answers, 429)]).toEqual([10, 50]);
    expect(count(await askAtOnce(20, () => stranger.key), 200)).toBe(10);
  });

  it("doesn't reset the quota for a new key of the client", async () => {
    const { owner, clientId, keyId, key } = await createKeyedClient(app(), { rate_limits: { day: 2 } });
    await askAtOnce(2, () => key);
    await owner.delete(`/v1/clients/${clientId}/api-keys/${keyId}`);

    expectQuotaExceeded(await ask((await createApiKey(owner, clientId)).key), ['day']);
  });

  it('admits the next request after Retry-After', async () => {
    const { key } = await createKeyedClient(app(), { rate_limits: { second: 2 } });
    let refused: Answer | undefined;
    for (let number = 0; number < 50 && !refused; number += 1)
      refused = (await askAtOnce(5, () => key)).find(({ status }) => status === 429);

    expectQuotaExceeded(refused!, ['second']);
    expect(refused!.headers.get('retry-after')).toBe('1');
    await sleep(1000);
    expect((await ask(key)).status).toBe(200);
  });

  it('consumes nothing from any window for a rejected request', async () => {
    const { key } = await createKeyedClient(app(), {
      rate_limits: { second: 2, minute: 100, hour: 100, day: 100 },
    });

    const answers = await askAtOnce(40, () => key);

    const passed = count(answers, 200);
    expect(count(answers, 429)).toBe(40 - passed);
    await sleep(1000);
    const { status, headers } = await ask(key);
    expect(status).toBe(200);
    expect(headers.get('ratelimit')).toContain(`"day";r=${100 - passed - 1};`);
    expect(headers.get('ratelimit')).toContain(`"hour";r=${100 - passed - 1};`);
  });

  it('applies to HEAD too', async () => {
    const { key } = await createKeyedClient(app(), { rate_limits: { day: 1 } });
    await ask(key);

    const answer = await fetch(`${app().url}${FORECAST}?${POINT}`, {
      method: 'HEAD',
      headers: { apikey: key },
    });

    expect(answer.status).toBe(429);
  });
});

describe('when keys from an address fail repeatedly', () => {
  const fail = (address: string, apikey = generateKey()) =>
    askForecast(app(), { apikey, 'x-forwarded-for': address });

  it('throttles only that address after a hundred failures, except for a valid key in use', async () => {
    const { key } = await createKeyedClient(app());
    // A slow machine must not let more requests pass.
    const startMs = Date.now();
    const clock = jest.spyOn(Date, 'now').mockReturnValue(startMs);
    expect((await fail('203.0.113.9', key)).status).toBe(200);
    const answers = await Promise.all(Array.from({ length: 110 }, () => fail('203.0.113.7')));

    expect([count(answers, 401), count(answers, 429)]).toEqual([100, 10]);
    const refused = answers.find(({ status }) => status === 429)!;
    expectProblem(refused, 429, 'too_many_attempts', { instance });
    expect(refused.headers.get('retry-after')).toBe('1');
    expect((await fail('203.0.113.8')).status).toBe(401);
    expect((await fail('203.0.113.7', key)).status).toBe(200);
    clock.mockReturnValue(startMs + 1_000);
    expect((await fail('203.0.113.7')).status).toBe(401);
    clock.mockRestore();
  });
});
