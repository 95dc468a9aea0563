import { expect, it, jest } from '@jest/globals';
import { type Answer, ApiCaller, signedInCaller } from './api-caller.js';
import { expectProblem } from './problems.js';
import { type TestApp } from './test-app.js';
import { basic } from './usage-caller.js';

/** A management route that accepts a client's own credentials over HTTP Basic. */
export interface ClientRoute {
  method: string;
  path: (clientId: string, keyId: string) => string;
}

const FREE_FAILURES = 100;

/** Expects 429 for an address whose credentials fail repeatedly. The service must trust proxy headers of 127.0.0.1. */
export function itSlowsDownGuessesOfSecrets(app: () => TestApp, { method, path }: ClientRoute): void {
  it('slows down an address that guesses the secrets of clients, and nobody who knows one', async () => {
    const owner = await signedInCaller(app());
    const created = await owner.post<{ client_id: string; client_secret: string }>('/v1/clients', {
      name: 'Client',
    });
    const { client_id: clientId, client_secret: clientSecret } = created.body;
    const instance = path(clientId, 'key_01ARZ3NDEKTSV4RRFFQ69G5FAV');
    const guess = (address: string, secret = 'a guess'): Promise<Answer> =>
      new ApiCaller(app().url).call(method, instance, {
        headers: { ...basic(clientId, secret), 'x-forwarded-for': address },
      });
    // The throttle's clock is frozen, so that a slow test doesn't let more requests pass.
    const clock = jest.spyOn(Date, 'now').mockReturnValue(Date.now());
    try {
      for (let number = 0; number < FREE_FAILURES; number++)
        expectProblem(await guess('203.0.113.5'), 401, 'unauthenticated', { instance });

      const refused = await guess('203.0.113.5');
      expectProblem(refused, 429, 'too_many_attempts', { instance });
      expect(refused.headers.get('retry-after')).toBe('1');
      expect((await guess('203.0.113.6')).status).toBe(401);
      expect([401, 429]).not.toContain((await guess('203.0.113.5', clientSecret)).status);
    } finally {
      clock.mockRestore();
    }
  });
}
