import { afterEach, expect, it, jest } from '@jest/globals';
import { ApiCaller, PASSWORD } from '../../support/api-caller.js';
import { expectProblem } from '../../support/problems.js';
import { useTestApp } from '../../support/test-app.js';

const app = useTestApp({ TRUSTED_PROXIES: '127.0.0.1' });
const instance = '/v1/accounts';
let registered = 0;

/** Stops the throttle's clock, so many seconds after the time at which the test file began. */
const startMs = Date.now();
const setClock = (afterSeconds: number) =>
  jest.spyOn(Date, 'now').mockReturnValue(startMs + afterSeconds * 1000);
afterEach(() => {
  jest.restoreAllMocks();
});

const register = (address: string) => {
  registered += 1;
  const body = { full_name: 'Ada', email: `ada-${registered}@example.com`, password: PASSWORD };
  return new ApiCaller(app().url).post(instance, body, { 'x-forwarded-for': address });
};

it('slows down an address that registers too often, and tells when the next request passes', async () => {
  setClock(0);
  const first = await Promise.all(Array.from({ length: 30 }, () => register('203.0.113.7')));
  const statuses = first.map(({ status }) => status);
  expect(statuses.filter((status) => status === 201)).toHaveLength(20);
  const refused = first.find(({ status }) => status !== 201)!;
  expectProblem(refused, 429, 'too_many_attempts', { instance });
  expect(refused.headers.get('retry-after')).toBe('1');

  expect((await register('203.0.113.8')).status).toBe(201);

  setClock(1);
  expect((await register('203.0.113.7')).status).toBe(201);
  const next = await register('203.0.113.7');
  expectProblem(next, 429, 'too_many_attempts', { instance });
  expect(next.headers.get('retry-after')).toBe('2');
});
