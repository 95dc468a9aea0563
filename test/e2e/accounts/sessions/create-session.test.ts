import { afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { DAY_MS } from '../../../../src/core/time/index.js';
import {
  type Answer,
  ApiCaller,
  createApiKey,
  createClient,
  PASSWORD,
  signedInCaller,
} from '../../../support/api-caller.js';
import { describeWithRedis } from '../../../support/describe-with-redis.js';
import { askForecast } from '../../../support/forecast-caller.js';
import { expectProblem } from '../../../support/problems.js';
import { useTestApp } from '../../../support/test-app.js';
import { useAppWithoutRedis } from '../../../support/without-redis.js';

const app = useTestApp();

describe('201', () => {
  interface SignedIn {
    session: Record<string, string>;
    account: Record<string, string>;
  }

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
          method: 'password',
          organization_id: null,
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

    it('accepts the address in any case and with surrounding spaces', async () => {
      const { email, accountId } = await signedInCaller(app());

      const { status, body } = await signIn(`  ${email.toUpperCase()} `);

      expect(status).toBe(201);
      expect(body.account).toMatchObject({ id: accountId, email });
    });

    it('gives each sign-in its own token, all of which work', async () => {
      const { email, cookie } = await signedInCaller(app());

      const answers = await Promise.all([signIn(email), signIn(email), signIn(email)]);

      const cookies = answers.map(({ headers }) => headers.getSetCookie()[0].split(';', 1)[0]);
      expect(new Set([...cookies, cookie]).size).toBe(4);
      expect(await Promise.all([...cookies, cookie!].map(statusOf))).toEqual([200, 200, 200, 200]);
    });

    it('never adopts a planted cookie', async () => {
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

    it('keeps 500 characters of the user agent', async () => {
      const { email } = await signedInCaller(app());

      const { body } = await signIn(email, { 'user-agent': 'x'.repeat(600) });

      expect(body.session.user_agent).toBe('x'.repeat(500));
    });

    it('ignores the forwarding headers of an untrusted peer', async () => {
      const { email } = await signedInCaller(app());

      const { body } = await signIn(email, {
        'x-forwarded-for': '203.0.113.7',
        forwarded: 'for=203.0.113.7',
      });

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
});

describe('400', () => {
  const instance = '/v1/sessions';
  const valid = { email: 'ada@example.com', password: PASSWORD };

  it.each([
    [['/email', '/password'], {}],
    [['/email', '/password'], { email: null, password: null }],
    [['/email', '/password'], { email: { $gt: '' }, password: ['x'] }],
    [['/email'], { ...valid, email: '' }],
    [['/email'], { ...valid, email: 'x'.repeat(255) }],
    [['/email'], { ...valid, email: '🌩'.repeat(255) }],
    [['/email'], { ...valid, email: 'ada\0@example.com' }],
    [['/password'], { ...valid, password: '' }],
    [['/password'], { ...valid, password: 'x'.repeat(257) }],
    [['/password'], { ...valid, password: 'nul\0' }],
  ])('rejects invalid members %j: %j', async (pointers, body) => {
    const answer = await new ApiCaller(app().url).post(instance, body);

    expectProblem(answer, 400, 'invalid_parameter', { instance, pointers });
  });
});

describe('401', () => {
  let email: string;
  beforeAll(async () => {
    ({ email } = await signedInCaller(app()));
  });

  const signIn = (address: string, password: string) =>
    new ApiCaller(app().url).post('/v1/sessions', { email: address, password });

  it.each([
    ['in another case', PASSWORD.toUpperCase()],
    ['with a blank after it', `${PASSWORD} `],
    ['cut short', PASSWORD.slice(0, -1)],
  ])('rejects the password %s', async (_, password) => {
    const answer = await signIn(email, password);

    expectProblem(answer, 401, 'invalid_credentials', { instance: '/v1/sessions' });
    expect(answer.headers.get('www-authenticate')).toBe('Session');
    expect(answer.headers.getSetCookie()).toEqual([]);
  });

  it('responds the same for an address without an account', async () => {
    const known = await signIn(email, 'not the password');
    const unknown = await signIn('nobody@example.com', 'not the password');

    expect(unknown.status).toBe(401);
    expect(unknown.body).toEqual(known.body);
    const headersOf = ({ headers }: typeof known) =>
      [...headers].filter(([name]) => name !== 'x-request-id' && name !== 'date');
    expect(headersOf(unknown)).toEqual(headersOf(known));
  });
});

describe('403', () => {
  const instance = '/v1/sessions';

  it('is only revealed to the owner of a disabled account', async () => {
    const { email, accountId } = await signedInCaller(app());
    await app().runSql(`update accounts set status = 'disabled' where id = ?`, [accountId]);
    const signIn = (password: string) => new ApiCaller(app().url).post(instance, { email, password });

    const owner = await signIn(PASSWORD);
    expectProblem(owner, 403, 'account_disabled', { instance });
    expect(owner.headers.getSetCookie()).toEqual([]);
    expectProblem(await signIn('not the password'), 401, 'invalid_credentials', { instance });
  });
});

describe('429', () => {
  const app = useTestApp({ TRUSTED_PROXIES: '127.0.0.1' });
  const instance = '/v1/sessions';

  const signIn = (email: string, password: string, address = '192.0.2.1') =>
    new ApiCaller(app().url).post(instance, { email, password }, { 'x-forwarded-for': address });
  const guessAtOnce = (times: number, guess: (number: number) => Promise<Answer>) =>
    Promise.all(Array.from({ length: times }, (_, number) => guess(number)));
  const statusesOf = (answers: Answer[]) => answers.map(({ status }) => status).sort();

  /** Freezes the throttle's clock at this many milliseconds after the start of the test file. */
  const startMs = Date.now();
  const setClock = (afterMs: number) => jest.spyOn(Date, 'now').mockReturnValue(startMs + afterMs);
  afterEach(() => {
    jest.restoreAllMocks();
  });

  it('allows five guesses at an account, even concurrent ones from many addresses', async () => {
    const { email } = await signedInCaller(app());
    setClock(0);
    const spellings = [email, email.toUpperCase(), ` ${email}`];

    const answers = await guessAtOnce(12, (number) =>
      signIn(spellings[number % 3], `guess ${number}`, `192.0.2.${number}`),
    );

    expect(statusesOf(answers)).toEqual([...Array<number>(5).fill(401), ...Array<number>(7).fill(429)]);
  });

  it('delays the right password as well, and accepts it after the wait', async () => {
    const { email } = await signedInCaller(app());
    setClock(0);
    await guessAtOnce(5, (number) => signIn(email, `guess ${number}`, '192.0.2.20'));
    setClock(1000);
    expect((await signIn(email, 'guess 6', '192.0.2.20')).status).toBe(401);

    const refused = await signIn(email, PASSWORD, '192.0.2.21');
    expectProblem(refused, 429, 'too_many_attempts', { instance });
    expect(refused.headers.get('retry-after')).toBe('2');
    expect(refused.headers.getSetCookie()).toEqual([]);

    setClock(2999);
    expect((await signIn(email, PASSWORD, '192.0.2.21')).headers.get('retry-after')).toBe('1');
    setClock(3000);
    expect((await signIn(email, PASSWORD, '192.0.2.21')).status).toBe(201);
    // Signing in has cleared the attempts counted for the account.
    const again = await guessAtOnce(5, (number) => signIn(email, `guess ${number}`, '192.0.2.22'));
    expect(statusesOf(again)).toEqual([401, 401, 401, 401, 401]);
  });

  it('treats an address without an account the same', async () => {
    setClock(0);
    const answers = await guessAtOnce(7, (number) =>
      signIn('nobody@example.com', `guess ${number}`, '192.0.2.30'),
    );

    expect(statusesOf(answers)).toEqual([401, 401, 401, 401, 401, 429, 429]);
  });

  it('allows twenty guesses from one network address, whatever the accounts', async () => {
    setClock(0);
    const answers = await guessAtOnce(25, (number) =>
      signIn(`nobody-${number}@example.com`, 'guess', '198.51.100.7'),
    );

    expect(statusesOf(answers)).toEqual([...Array<number>(20).fill(401), ...Array<number>(5).fill(429)]);
    expect((await signIn('somebody@example.com', 'guess', '198.51.100.8')).status).toBe(401);
  });

  it("doesn't count successful sign-ins", async () => {
    const { email } = await signedInCaller(app());

    for (let count = 0; count < 25; count += 1)
      expect((await signIn(email, PASSWORD, '198.51.100.9')).status).toBe(201);
  });

  it('lets an owner sign in from a known network, however many guesses come from elsewhere', async () => {
    const { email } = await signedInCaller(app());
    expect((await signIn(email, PASSWORD, '2001:db8:0:7::1')).status).toBe(201);

    setClock(0);
    const guesses = await guessAtOnce(12, (number) =>
      signIn(email, `guess ${number}`, `192.0.2.${100 + number}`),
    );
    expect(guesses.map(({ status }) => status)).toContain(429);

    expect((await signIn(email, PASSWORD, '2001:db8:0:7::2')).status).toBe(201);
  });
});

describe('503', () => {
  describeWithRedis('while the store of attempts is away', () => {
    const service = useAppWithoutRedis();

    it('no one can sign in, with the right password or not, while sessions and keys keep working', async () => {
      const { app, caller } = service();
      for (const password of [PASSWORD, 'a guess of mine']) {
        const answer = await new ApiCaller(app.url).post('/v1/sessions', { email: caller.email, password });
        expectProblem(answer, 503, 'sign_in_unavailable', { instance: '/v1/sessions' });
        expect(answer.headers.get('retry-after')).toBe('5');
        expect(answer.headers.getSetCookie()).toEqual([]);
      }

      const { key } = await createApiKey(caller, await createClient(caller));
      expect((await askForecast(app, { apikey: key })).status).toBe(200);
    });
  });
});
