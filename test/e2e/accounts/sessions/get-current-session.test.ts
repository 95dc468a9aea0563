import { describe, expect, it } from '@jest/globals';
import { ApiCaller, PASSWORD, signedInCaller } from '../../../support/api-caller.js';
import { expectProblem } from '../../../support/problems.js';
import { useTestApp } from '../../../support/test-app.js';

const app = useTestApp({ SESSION_IDLE_HOURS: '2', SESSION_MAX_DAYS: '3' });

describe('200', () => {
  it('returns the same as signing in, and sets no cookie', async () => {
    const { email } = await signedInCaller(app());
    const caller = new ApiCaller(app().url);
    const signedIn = await caller.post('/v1/sessions', { email, password: PASSWORD });

    const { status, headers, body } = await caller.get('/v1/sessions/current');

    expect(status).toBe(200);
    expect(body).toEqual(signedIn.body);
    expect(headers.getSetCookie()).toEqual([]);
  });

  it('updates the last visit, to the minute', async () => {
    const caller = await signedInCaller(app());
    const lastSeen = async () => {
      const { body } = await caller.get<{ session: { last_seen_at: string } }>('/v1/sessions/current');
      return Date.parse(body.session.last_seen_at);
    };
    const setBack = (interval: string) =>
      app().runSql('update sessions set last_seen_at = now() - ?::interval where account_id = ?', [
        interval,
        caller.accountId,
      ]);

    await setBack('30 seconds');
    expect(Date.now() - (await lastSeen())).toBeGreaterThanOrEqual(30_000);
    await setBack('61 seconds');
    expect(Date.now() - (await lastSeen())).toBeLessThan(30_000);
    // The stored time, which the next request and other processes rely on.
    const [{ age }] = await app().runSql(
      'select extract(epoch from now() - last_seen_at)::float8 as age from sessions where account_id = ?',
      [caller.accountId],
    );
    expect(age).toBeLessThan(30);
  });
});

describe('401', () => {
  const instance = '/v1/sessions/current';

  async function callerWithTimes(column: 'last_seen_at' | 'expires_at') {
    const caller = await signedInCaller(app());
    const get = () => caller.get<{ session: { last_seen_at: string } }>(instance);
    /** Moves a time of the caller's session to this offset from now, by the server's clock. */
    const move = (interval: string) =>
      app().runSql(`update sessions set ${column} = now() + ?::interval where account_id = ?`, [
        interval,
        caller.accountId,
      ]);
    return { get, move };
  }

  it('ends a session that was idle for too long', async () => {
    const { get, move } = await callerWithTimes('last_seen_at');

    await move('-2 hours 5 seconds');
    expect((await get()).status).toBe(200);
    await move('-2 hours');
    expectProblem(await get(), 401, 'unauthenticated', { instance });
  });

  it('counts idle time from the last visit', async () => {
    const { get, move } = await callerWithTimes('last_seen_at');

    await move('-2 hours 1 minute');
    const { body } = await get();
    expect(Date.now() - Date.parse(body.session.last_seen_at)).toBeLessThan(60_000);
    expect((await get()).status).toBe(200);
  });

  it('ends a session at its expiry, however active', async () => {
    const { get, move } = await callerWithTimes('expires_at');

    await move('5 seconds');
    expect((await get()).status).toBe(200);
    await move('0 seconds');
    expectProblem(await get(), 401, 'unauthenticated', { instance });
  });
});
