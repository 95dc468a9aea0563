import { expect, it, jest } from '@jest/globals';
import { ApiCaller } from '../../support/api-caller.js';
import { expectProblem } from '../../support/problems.js';
import { useTestApp } from '../../support/test-app.js';

const app = useTestApp({ TRUSTED_PROXIES: '127.0.0.1' });
const instance = '/v1/password-resets';
const guess = (address: string) =>
  new ApiCaller(app().url).post(
    instance,
    { token: 'x'.repeat(43), new_password: 'another quiet morning' },
    { 'x-forwarded-for': address },
  );

it('slows down who guesses, by the /64 network of an IPv6 address', async () => {
  // The throttle's clock stands still, so that slowness lets nothing more pass.
  const clock = jest.spyOn(Date, 'now').mockReturnValue(Date.now());
  const answers = [];
  for (let number = 1; number <= 21; number += 1) answers.push(await guess(`2001:db8:0:7::${number}`));

  expect(answers.slice(0, 20).map(({ status }) => status)).toEqual(Array(20).fill(400));
  expectProblem(answers[20], 429, 'too_many_attempts', { instance });
  expect(answers[20].headers.get('retry-after')).toBe('1');
  expect((await guess('2001:db8:0:8::1')).status).toBe(400);
  clock.mockRestore();
});
