import { afterEach, describe, expect, it } from '@jest/globals';
import { SetupService } from '../../../src/accounts/setup.service.js';
import { ApiCaller, PASSWORD } from '../../support/api-caller.js';
import { LogRecorder } from '../../support/log-recorder.js';
import { expectProblem } from '../../support/problems.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

const instance = '/v1/accounts';
let app: TestApp;
afterEach(() => app.close());

const register = (email: string, setup_token?: string) =>
  new ApiCaller(app.url).post(instance, { full_name: 'Ada', email, password: PASSWORD, setup_token });
const roles = () => app.runSql('select email, role from accounts order by id');

/** Runs the setup, as `main` does before the service listens. */
async function prepare(): Promise<LogRecorder> {
  const log = new LogRecorder();
  await app.app.get(SetupService).prepare(log);
  return log;
}

describe('in a container', () => {
  it('registers members, and the administrator only with the token from the log', async () => {
    app = await startTestApp({}, { isContainer: true });
    const [[, token]] = (await prepare()).said('info', 'setupToken') as [[string, string]];
    expect(token).toMatch(/^wxsetup_[\w-]{43}$/);

    expect((await register('early@example.com')).body.role).toBe('member');
    for (const wrong of ['x', token.slice(0, -1), `${token.slice(0, -1)}_`]) {
      expectProblem(await register('wrong@example.com', wrong), 403, 'forbidden', { instance });
    }
    expect((await register('operator@example.com', token)).body.role).toBe('admin');
    expectProblem(await register('late@example.com', token), 403, 'forbidden', { instance });
    expect((await prepare()).lines).toEqual([]);
  });

  it('makes one administrator when several use the token at once', async () => {
    app = await startTestApp({}, { isContainer: true });
    const [[, token]] = (await prepare()).said('info', 'setupToken') as [[string, string]];

    const answers = await Promise.all(
      [1, 2, 3, 4].map((number) => register(`first-${number}@example.com`, token)),
    );

    expect(answers.map(({ status }) => status).sort()).toEqual([201, 403, 403, 403]);
    expect(await roles()).toMatchObject([{ role: 'admin' }]);
  });

  it('requires the token even if registration is closed', async () => {
    app = await startTestApp({ REGISTRATION: 'closed' }, { isContainer: true });
    const [[, token]] = (await prepare()).said('info', 'setupToken') as [[string, string]];

    expect((await register('early@example.com')).status).toBe(403);
    expect((await register('operator@example.com', token)).body.role).toBe('admin');
  });

  it('gives replicas with the same KEY_SECRET the same token', async () => {
    const environment = { KEY_SECRET: 'a secret of thirty-two characters' };
    const tokens = [];
    for (let replica = 0; replica < 2; replica += 1) {
      if (replica > 0) await app.close();
      app = await startTestApp(environment, { isContainer: true });
      tokens.push((await prepare()).said('info', 'setupToken')[0][1]);
    }

    expect(tokens[1]).toBe(tokens[0]);
  });
});

describe('with ADMIN_EMAIL', () => {
  it('makes that address the administrator whenever it registers', async () => {
    app = await startTestApp({ ADMIN_EMAIL: 'Operator@example.com' }, { isContainer: true });

    expect((await register('early@example.com')).body.role).toBe('member');
    expect((await register(' operator@EXAMPLE.com')).body.role).toBe('admin');
    expect((await register('late@example.com')).body.role).toBe('member');
  });

  it('and ADMIN_PASSWORD creates the account once, at the first start', async () => {
    app = await startTestApp({ ADMIN_EMAIL: 'operator@example.com', ADMIN_PASSWORD: ` ${PASSWORD} ` });

    await Promise.all([prepare(), prepare(), prepare()]);

    expect(await roles()).toEqual([{ email: 'operator@example.com', role: 'admin' }]);
    const signIn = (password: string) =>
      new ApiCaller(app.url).post('/v1/sessions', { email: 'operator@example.com', password });
    expect((await signIn(` ${PASSWORD} `)).status).toBe(201);
    expect((await signIn(PASSWORD)).status).toBe(401);
    expect((await register('late@example.com')).body.role).toBe('member');
    const events = await app.runSql('select actor_kind, address from audit_events order by id limit 1');
    expect(events).toEqual([{ actor_kind: 'command', address: null }]);
  });

  it("doesn't promote a member who registered the address, but warns", async () => {
    app = await startTestApp({ ADMIN_EMAIL: 'operator@example.com', ADMIN_PASSWORD: PASSWORD });
    await register('operator@example.com');
    await app.runSql(`update accounts set role = 'member'`);

    const log = await prepare();

    expect(log.lines).toMatchObject([{ level: 'warn' }]);
    expect(await roles()).toEqual([{ email: 'operator@example.com', role: 'member' }]);
  });
});
