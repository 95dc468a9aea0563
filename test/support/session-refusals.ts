import { expect, it } from '@jest/globals';
import { ApiCaller, createApiKey, createClient, PASSWORD, signedInCaller } from './api-caller.js';
import { expectProblem } from './problems.js';
import { type TestApp } from './test-app.js';

const NOBODY = 'x'.repeat(43);

/** Every way to come without a live session, each answered alike. Unknown ids will do: the session is asked for first. */
export function itAsksForASession(app: () => TestApp, method: string, path: string): void {
  const call = (headers: Record<string, string>, query = '') =>
    new ApiCaller(app().url).call(method, `${path}${query}`, { headers });
  const expectRefusal = (answer: Awaited<ReturnType<typeof call>>) => {
    expectProblem(answer, 401, 'unauthenticated', { instance: path });
    expect(answer.headers.get('www-authenticate')).toBe('Session');
    expect(answer.headers.getSetCookie()).toEqual([]);
  };

  it.each([
    ['without a cookie', {}],
    ['with a made-up token', { cookie: `session=${NOBODY}` }],
    ['with an empty token', { cookie: 'session=' }],
    ['with a cookie that does not decode', { cookie: 'session=%zz' }],
    ['with a bearer token', { authorization: `Bearer ${NOBODY}` }],
  ])('is refused %s', async (_, headers) => {
    expectRefusal(await call(headers));
  });

  it('is refused with the cookie of an ended session', async () => {
    const caller = await signedInCaller(app());
    const cookie = caller.cookie!;
    await caller.delete('/v1/sessions/current');

    expectRefusal(await call({ cookie }));
  });

  it('is refused with a live token under the name that cookies have over https', async () => {
    const { cookie } = await signedInCaller(app());

    expectRefusal(await call({ cookie: cookie!.replace(/^session=/, '__Host-session=') }));
  });

  it('is refused with an API key, wherever it is', async () => {
    const caller = await signedInCaller(app());
    const { key } = await createApiKey(caller, await createClient(caller));

    const bearer = { authorization: `Bearer ${key}` };
    const places: Record<string, string>[] = [{ apikey: key }, bearer, { cookie: `session=${key}` }];
    for (const headers of places) expectRefusal(await call(headers));
    expectRefusal(await call({}, `?apikey=${key}`));
  });

  it('is refused once the account is disabled', async () => {
    const caller = await signedInCaller(app());
    await app().runSql(`update accounts set status = 'disabled' where id = ?`, [caller.accountId]);

    expectRefusal(await call({ cookie: caller.cookie! }));
    const again = await new ApiCaller(app().url).post('/v1/sessions', {
      email: caller.email,
      password: PASSWORD,
    });
    expect(again.status).toBe(403);
  });
}
