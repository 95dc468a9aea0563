/** @slow */
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { REFUSALS_PER_MINUTE } from '../../../../src/core/http/access/pace/request-pace.service.js';
import { type Answer, ApiCaller, signedInCaller } from '../../../support/api-caller.js';
import { createKeyedClient, FORECAST } from '../../../support/forecast-caller.js';
import { expectProblem } from '../../../support/problems.js';
import { useTestApp } from '../../../support/test-app.js';

const app = useTestApp({ TRUSTED_PROXIES: '127.0.0.1', DEFAULT_RATE_LIMITS: 'day=50000' });

const GOOD = `${FORECAST}?lat=1&lon=1`;
const BAD = `${FORECAST}?lat=north`;
const HERE = '203.0.113.1';
const ELSEWHERE = '198.51.100.1';

let clock: jest.SpiedFunction<typeof Date.now>;
// The clock is frozen, so that a slow machine doesn't let more requests pass. Each test has its own minute.
let nowMs = Date.now();
beforeEach(() => {
  nowMs += 120_000;
  clock = jest.spyOn(Date, 'now').mockImplementation(() => nowMs);
});
afterEach(() => clock.mockRestore());

function ask(path: string, address: string, key?: string): Promise<Answer> {
  const headers = { 'x-forwarded-for': address, ...(key !== undefined && { apikey: key }) };
  return new ApiCaller(app().url).get(path, headers);
}

const signIn = (address: string, body: string): Promise<Answer> =>
  new ApiCaller(app().url).call('POST', '/v1/sessions', { body, headers: { 'x-forwarded-for': address } });

async function repeat(times: number, request: () => Promise<Answer>): Promise<void> {
  for (let i = 0; i < times; i++) expect((await request()).status).toBe(400);
}

function expectWait(answer: Answer, instance: string): void {
  expectProblem(answer, 429, 'too_many_attempts', { instance });
  expect(answer.headers.get('retry-after')).toBe('1');
}

describe('a key whose requests are rejected repeatedly', () => {
  it('has to wait, from any address, without losing quota', async () => {
    const { key } = await createKeyedClient(app());
    await repeat(REFUSALS_PER_MINUTE, () => ask(BAD, HERE, key));

    expectWait(await ask(BAD, HERE, key), FORECAST);
    const answer = await ask(GOOD, ELSEWHERE, key);
    expectWait(answer, FORECAST);
    expect(answer.headers.get('ratelimit')).toMatch(/"day";r=50000;/);
    nowMs += 1_000;
    expect((await ask(GOOD, HERE, key)).status).toBe(200);
  });

  it('makes other keys of its address wait only once they are rejected themselves', async () => {
    const [{ key }, { key: other }] = [await createKeyedClient(app()), await createKeyedClient(app())];
    await repeat(REFUSALS_PER_MINUTE, () => ask(BAD, HERE, key));

    expect((await ask(GOOD, HERE, other)).status).toBe(200);
    expect((await ask(BAD, HERE, other)).status).toBe(400);
    expectWait(await ask(BAD, HERE, other), FORECAST);
    expect((await ask(GOOD, ELSEWHERE, other)).status).toBe(200);
  });
});

describe('an address from which unauthenticated requests are rejected repeatedly', () => {
  it('has to wait before its bodies are parsed, while others can sign in', async () => {
    await repeat(REFUSALS_PER_MINUTE, () => signIn(HERE, '{"colour":1}'));

    expectWait(await signIn(HERE, '{"colour":1}'), '/v1/sessions');
    expectWait(await signIn(HERE, '{'), '/v1/sessions');
    expect((await signIn(ELSEWHERE, '{"colour":1}')).status).toBe(400);
  });

  it('can still make requests that need no checks', async () => {
    await repeat(REFUSALS_PER_MINUTE, () => ask('/v1/weather/codes?colour=red', HERE));

    expectWait(await ask('/v1/weather/codes?colour=red', HERE), '/v1/weather/codes');
    for (const path of ['/v1/weather/codes', '/docs', '/health/live'])
      expect((await ask(path, HERE)).status).toBe(200);
  });
});

it('a key that lacks the scope has to wait after repeated requests, although its client has no limit', async () => {
  const { owner, clientId } = await createKeyedClient(app());
  const { body } = await owner.post<{ key: string }>(`/v1/clients/${clientId}/api-keys`, {
    name: 'Batch',
    scopes: ['forecast:batch'],
  });
  for (let i = 0; i < REFUSALS_PER_MINUTE; i++) expect((await ask(GOOD, HERE, body.key)).status).toBe(403);

  expectWait(await ask(GOOD, HERE, body.key), FORECAST);
});

it('an account whose requests are rejected repeatedly has to wait on every management route', async () => {
  const caller = await signedInCaller(app());
  await repeat(REFUSALS_PER_MINUTE, () => caller.get('/v1/clients?colour=red', { 'x-forwarded-for': HERE }));

  expectWait(
    await caller.get('/v1/sessions/current', { 'x-forwarded-for': ELSEWHERE }),
    '/v1/sessions/current',
  );
});
