import { expect, it } from '@jest/globals';
import { ApiCaller, PASSWORD, signedInCaller } from '../../support/api-caller.js';
import { useTestApp } from '../../support/test-app.js';

const app = useTestApp();

it('answers as signing in did, and sets no cookie', async () => {
  const { email } = await signedInCaller(app());
  const caller = new ApiCaller(app().url);
  const signedIn = await caller.post('/v1/sessions', { email, password: PASSWORD });

  const { status, headers, body } = await caller.get('/v1/sessions/current');

  expect(status).toBe(200);
  expect(body).toEqual(signedIn.body);
  expect(headers.getSetCookie()).toEqual([]);
});

it('moves the time of the last visit forwards, to the minute', async () => {
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
  // What the next request, and any other process, goes by.
  const [{ age }] = await app().runSql(
    'select extract(epoch from now() - last_seen_at)::float8 as age from sessions where account_id = ?',
    [caller.accountId],
  );
  expect(age).toBeLessThan(30);
});
