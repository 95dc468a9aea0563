import { expect, it } from '@jest/globals';
import { type Answer, type SignedInCaller, signedInCaller } from './api-caller.js';
import { expectProblem } from './problems.js';
import type { TestApp } from './test-app.js';

/** Expects 429 for a signed-in caller who guesses the account's password, which `tryPassword` sends. */
export function itSlowsDownGuessesOfThePassword(
  app: () => TestApp,
  instance: string,
  tryPassword: (caller: SignedInCaller, password: string) => Promise<Answer>,
): void {
  it('slows down who has a session and guesses its password', async () => {
    const caller = await signedInCaller(app());

    const guesses = await Promise.all(
      Array.from({ length: 20 }, (_, number) => tryPassword(caller, `guess ${number}`)),
    );

    const refused = guesses.filter(({ status }) => status !== 401);
    expect(guesses.length - refused.length).toBeGreaterThanOrEqual(5);
    expect(refused.length).toBeGreaterThan(0);
    for (const answer of refused) {
      expectProblem(answer, 429, 'too_many_attempts', { instance });
      expect(answer.headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
    }
    expect((await caller.get('/v1/accounts/me')).status).toBe(200);
  });
}
