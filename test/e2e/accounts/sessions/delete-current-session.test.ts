import { describe, expect, it } from '@jest/globals';
import { ApiCaller, PASSWORD, signedInCaller } from '../../../support/api-caller.js';
import { useTestApp } from '../../../support/test-app.js';

const GONE = 'Max-Age=0; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT';

describe('over http', () => {
  const app = useTestApp();
  const statusOf = async (cookie: string) =>
    (await new ApiCaller(app().url).get('/v1/accounts/me', { cookie })).status;

  it('ends this session at once, and the cookie with it', async () => {
    const caller = await signedInCaller(app());
    const cookie = caller.cookie!;

    const { status, headers, body } = await caller.delete<string>('/v1/sessions/current');

    expect(status).toBe(204);
    expect(body).toBe('');
    expect(headers.getSetCookie()).toEqual([`session=; ${GONE}; HttpOnly; SameSite=Lax`]);
    expect(await statusOf(cookie)).toBe(401);
  });

  it('leaves the other sessions of the account alone', async () => {
    const caller = await signedInCaller(app());
    const other = new ApiCaller(app().url);
    await other.post('/v1/sessions', { email: caller.email, password: PASSWORD });

    await caller.delete('/v1/sessions/current');

    expect((await other.get('/v1/accounts/me')).status).toBe(200);
  });

  it('accepts an empty body with a JSON content type', async () => {
    const caller = await signedInCaller(app());

    const { status } = await caller.delete('/v1/sessions/current', { 'content-type': 'application/json' });

    expect(status).toBe(204);
  });

  it('responds to concurrent requests with 204 or, once the session is gone, 401', async () => {
    const caller = await signedInCaller(app());
    await app().runSql(`update sessions set last_seen_at = now() - interval '5 minutes'`);
    const headers = { cookie: caller.cookie! };

    const answers = await Promise.all(
      Array.from({ length: 10 }, () => new ApiCaller(app().url).delete('/v1/sessions/current', headers)),
    );

    const statuses = new Set(answers.map(({ status }) => status));
    expect(statuses).toContain(204);
    statuses.delete(204);
    statuses.delete(401);
    expect([...statuses]).toEqual([]);
    expect(await statusOf(headers.cookie)).toBe(401);
  });
});

describe('over https', () => {
  const app = useTestApp({ PUBLIC_URL: 'https://weather.example' });

  it('ends the __Host- cookie', async () => {
    const caller = await signedInCaller(app());

    const { headers } = await caller.delete('/v1/sessions/current');

    expect(headers.getSetCookie()).toEqual([`__Host-session=; ${GONE}; HttpOnly; Secure; SameSite=Lax`]);
  });
});
