import { describe, expect, it } from '@jest/globals';
import { ApiCaller, PASSWORD, signedInCaller } from '../../support/api-caller.js';
import { useTestApp } from '../../support/test-app.js';

interface SignedIn {
  session: Record<string, string>;
  account: Record<string, string>;
}

const DAY_MS = 86_400_000;
const EXPIRES = '(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \\d\\d \\w{3} \\d{4} \\d\\d:\\d\\d:\\d\\d GMT';

describe('over http', () => {
  const app = useTestApp({ SESSION_MAX_DAYS: '2' });
  const signIn = (email: string, headers?: Record<string, string>) =>
    new ApiCaller(app().url).post<SignedIn>('/v1/sessions', { email, password: PASSWORD }, headers);
  const statusOf = async (cookie: string) =>
    (await new ApiCaller(app().url).get('/v1/accounts/me', { cookie })).status;

  it('returns exactly the session and the account', async () => {
    const { email, accountId } = await signedInCaller(app());

    const { status, headers, body } = await signIn(email, { 'user-agent': 'station/1.0' });

    expect(status).toBe(201);
    expect(headers.get('cache-control')).toBe('no-store');
    const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/) as unknown;
    expect(body).toEqual({
      session: {
        id: expect.stringMatching(/^ses_[0-9A-HJKMNP-TV-Z]{26}$/) as unknown,
        user_agent: 'station/1.0',
        address: '127.0.0.1',
        created_at: time,
        last_seen_at: body.session.created_at,
        expires_at: time,
      },
      account: expect.objectContaining({ id: accountId, email }) as unknown,
    });
    expect(Object.keys(body.account)).toHaveLength(8);
    const { created_at, expires_at } = body.session;
    expect(Date.parse(expires_at) - Date.parse(created_at)).toBe(2 * DAY_MS);
  });

  it('sets exactly the cookie of the contract', async () => {
    const { email } = await signedInCaller(app());

    const { headers, body } = await signIn(email);

    const cookies = headers.getSetCookie();
    expect(cookies).toHaveLength(1);
    const form = new RegExp(
      `^session=[A-Za-z0-9_-]{43}; Path=/; Expires=(?<expires>${EXPIRES}); HttpOnly; SameSite=Lax$`,
    );
    const { expires } = form.exec(cookies[0])?.groups ?? {};
    expect(new Date(expires).getTime()).toBe(Date.parse(body.session.expires_at));
    expect(headers.get('strict-transport-security')).toBeNull();
  });

  it('takes the address in any case and with blanks around it', async () => {
    const { email, accountId } = await signedInCaller(app());

    const { status, body } = await signIn(`  ${email.toUpperCase()} `);

    expect(status).toBe(201);
    expect(body.account).toMatchObject({ id: accountId, email });
  });

  it('gives each sign-in its own token, and all of them work', async () => {
    const { email, cookie } = await signedInCaller(app());

    const answers = await Promise.all([signIn(email), signIn(email), signIn(email)]);

    const cookies = answers.map(({ headers }) => headers.getSetCookie()[0].split(';', 1)[0]);
    expect(new Set([...cookies, cookie]).size).toBe(4);
    expect(await Promise.all([...cookies, cookie!].map(statusOf))).toEqual([200, 200, 200, 200]);
  });

  it.each(['expires_at = now()', `last_seen_at = now() - interval '168 hours'`])(
    'leaves none of the account that has ended: %s',
    async (change) => {
      const { email, accountId } = await signedInCaller(app());
      const { body: live } = await signIn(email);
      await app().runSql(`update sessions set ${change} where account_id = ? and id <> ?`, [
        accountId,
        live.session.id,
      ]);

      const { body } = await signIn(email);

      expect(
        await app().runSql('select id from sessions where account_id = ? order by id', [accountId]),
      ).toEqual([{ id: live.session.id }, { id: body.session.id }]);
    },
  );

  it('never adopts a cookie that was planted before', async () => {
    const { email } = await signedInCaller(app());
    const planted = `session=${'A'.repeat(43)}`;

    const { status, headers } = await signIn(email, { cookie: planted });

    expect(status).toBe(201);
    expect(headers.getSetCookie()[0]).not.toContain(planted);
    expect(await statusOf(planted)).toBe(401);
  });

  it("never adopts another account's live cookie either", async () => {
    const victim = await signedInCaller(app());
    const attacker = await signedInCaller(app());

    const { headers } = await signIn(victim.email, { cookie: attacker.cookie! });

    expect(headers.getSetCookie()[0]).not.toContain(attacker.cookie!);
    const { body } = await attacker.get('/v1/accounts/me');
    expect(body.id).toBe(attacker.accountId);
  });

  it('keeps 500 characters of what the caller calls itself', async () => {
    const { email } = await signedInCaller(app());

    const { body } = await signIn(email, { 'user-agent': 'x'.repeat(600) });

    expect(body.session.user_agent).toBe('x'.repeat(500));
  });

  it('ignores the forwarding headers of an untrusted peer', async () => {
    const { email } = await signedInCaller(app());

    const { body } = await signIn(email, { 'x-forwarded-for': '203.0.113.7', forwarded: 'for=203.0.113.7' });

    expect(body.session.address).toBe('127.0.0.1');
  });
});

describe.each(['https://weather.example', 'HTTPS://Weather.Example/'])('with PUBLIC_URL %s', (url) => {
  const app = useTestApp({ PUBLIC_URL: url, TRUSTED_PROXIES: '127.0.0.0/8' });

  it('sets exactly the __Host- cookie, and only it signs in', async () => {
    const caller = await signedInCaller(app());
    const { headers, body } = await caller.post<SignedIn>(
      '/v1/sessions',
      { email: caller.email, password: PASSWORD },
      { 'x-forwarded-for': '203.0.113.7' },
    );

    const cookies = headers.getSetCookie();
    expect(cookies).toHaveLength(1);
    expect(cookies[0]).toMatch(
      new RegExp(
        `^__Host-session=[A-Za-z0-9_-]{43}; Path=/; Expires=${EXPIRES}; HttpOnly; Secure; SameSite=Lax$`,
      ),
    );
    expect(headers.get('strict-transport-security')).toMatch(/^max-age=\d{7,}/);
    expect(body.session.address).toBe('203.0.113.7');
    expect((await caller.get('/v1/accounts/me')).status).toBe(200);
    const plain = caller.cookie!.replace('__Host-session', 'session');
    const anybody = new ApiCaller(app().url);
    expect((await anybody.get('/v1/accounts/me', { cookie: plain })).status).toBe(401);
  });
});
