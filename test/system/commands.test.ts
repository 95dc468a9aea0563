import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isRunning, postgresProcessesIn } from '../../src/core/database/embedded-postgres/process-table.js';
import {
  ApiCaller,
  bearer,
  createApiKey,
  createClient,
  createToken,
  PASSWORD,
} from '../support/api-caller.js';
import { METAR_HEADER, metarRow, minutesAgo } from '../support/metar-rows.js';
import { FACTORS, totpCode } from '../support/factors.js';
import { describeWithSharedData, sharedData } from '../support/shared-data.js';
import { ServiceHome, ServiceProcess } from './service-process.js';

const INGEST = ['npm', 'run', 'ingest', '--', '--run', '2020-08-04T12', '--steps'];

/** One data directory for all tests: first without the service, then with it. */
let home: ServiceHome;
beforeAll(async () => {
  const bucket = pathToFileURL(join(sharedData ?? '', 'gfs')).href;
  home = await ServiceHome.create({ GFS_BASE_URL: bucket, GFS_RESOLUTION: '0p25' });
});
afterAll(() => home.remove());

const reset = (email: string) => home.run(['npm', 'run', 'account', '--', 'reset-password', email]).ended;

/** Returns a function that requests two hours of the stored run in Warsaw, with a new key. */
async function forecastCaller({ url }: ServiceHome) {
  const caller = new ApiCaller(url);
  const email = 'member@example.com';
  await caller.post('/v1/accounts', { full_name: 'A Member', email, password: PASSWORD });
  await caller.post('/v1/sessions', { email, password: PASSWORD });
  const { key } = await createApiKey(caller, await createClient(caller));
  const span = 'startTime=2020-08-04T12:00:00Z&endTime=2020-08-04T14:00:00Z';
  return () => caller.get(`/v1/weather/forecast?lat=52.2297&lon=21.0122&${span}`, { apikey: key });
}

describe('while the service is stopped', () => {
  afterEach(() => expect(postgresProcessesIn(home.databaseDirectory)).toEqual([]));

  test('npm run migrate migrates once', async () => {
    const first = await home.run(['npm', 'run', 'migrate']).ended;
    expect(first).toMatchObject({
      code: 0,
      output: expect.stringMatching(/^Migrated: database\/Migration\d+/m),
    });
    expect(postgresProcessesIn(home.databaseDirectory)).toEqual([]);

    const second = await home.run(['npm', 'run', 'migrate']).ended;
    expect(second).toMatchObject({ code: 0, output: expect.stringContaining('The database is up to date.') });
  });

  test('npm run migrate -- --remove-feature removes what a feature in FEATURES created', async () => {
    const path = join(home.dataDirectory, 'storms.feature.mjs');
    writeFileSync(
      path,
      `import { Migration } from '${import.meta.resolve('@mikro-orm/migrations')}';
      class Migration20261201120000 extends Migration {
        up() { this.addSql('create table storms (name text)'); }
        down() { this.addSql('drop table storms'); }
      }
      export default { name: 'storms', migrations: [Migration20261201120000] };`,
    );
    const migrate = async (environment: Record<string, string>, ...words: string[]) =>
      (await home.run(['npm', 'run', 'migrate', '--', ...words], undefined, environment).ended).output;
    const withStorms = { FEATURES: path };

    expect(await migrate(withStorms)).toMatch(/^Migrated: storms\/Migration20261201120000\.$/m);
    expect(await migrate({})).toContain('Name its module in FEATURES');
    expect(await migrate(withStorms, '--remove-feature', 'storms')).toMatch(
      /^Undone: storms\/Migration20261201120000\. Take storms out of FEATURES before the next start\.$/m,
    );
    expect(await migrate(withStorms, '--remove-feature', 'storms')).toContain(
      'The database has no data of storms.',
    );
    expect(await migrate({})).toContain('The database is up to date.');

    await migrate(withStorms);
    expect(await migrate({}, '--remove-feature', 'storms')).toMatch(
      /^Undone: storms\/Migration20261201120000\. Dropped: table public\.storms\.$/m,
    );
    expect(await migrate({})).toContain('The database is up to date.');
  });

  test('npm run account -- reset-password reports an address without an account', async () => {
    const { code, output } = await reset('nobody@example.com');

    expect(code).toBe(1);
    expect(output).toContain('There is no account with the email nobody@example.com.');
  });

  test('npm run account -- duplicates lists accounts with the same mailbox', async () => {
    const { code, output } = await home.run(['npm', 'run', 'account', '--', 'duplicates']).ended;

    expect([code, output]).toEqual([0, expect.stringContaining('No two accounts have the same mailbox.')]);
  });
});

describeWithSharedData('npm run ingest without the service', () => {
  test('fails for a missing step, and publishes nothing', async () => {
    const { code, output } = await home.run([...INGEST, '0,6,15']).ended;
    expect(code).toBe(1);
    expect(output).toMatch(/^StepMissingError: f015/m);
    expect(output).not.toContain(' published: ');
  });
});

describe('while the service runs', () => {
  let service: ServiceProcess;
  beforeAll(async () => {
    service = await ServiceProcess.start(home);
  });
  afterEach(() => expect(isRunning(service.postmasterPid)).toBe(true));
  afterAll(() => service.stop());

  test("npm run migrate doesn't disturb it", async () => {
    const { code, output } = await home.run(['npm', 'run', 'migrate']).ended;
    expect({ code, output }).toMatchObject({ code: 0, output: expect.stringContaining('up to date') });
    expect((await fetch(`${home.url}/health/ready`)).status).toBe(200);
  });

  describeWithSharedData('npm run ingest', () => {
    test('publishes a run that is served immediately', async () => {
      const forecast = await forecastCaller(home);
      expect(await forecast()).toMatchObject({ status: 200, body: { meta: { source: 'climatology' } } });

      const { code, output } = await home.run([...INGEST, '0,6,12']).ended;
      expect({ code, output }).toMatchObject({
        code: 0,
        output: expect.stringContaining('gfs 0p25 run 2020-08-04T12Z published: 3 steps'),
      });
      const { status, body } = await forecast();
      expect({ status, body }).toMatchObject({
        status: 200,
        body: {
          data: { timelines: { hourly: [{ time: '2020-08-04T12:00:00Z' }, {}] } },
          meta: { source: 'gfs' },
        },
      });
    });
  });

  test('npm run ingest -- --observations reads the station reports, and says what it refused', async () => {
    const rows = [metarRow({ observation_time: minutesAgo(5) }), metarRow({ latitude: '-99.99' })];
    writeFileSync(join(home.dataDirectory, 'metars.cache.csv'), [METAR_HEADER, ...rows, ''].join('\n'));
    const words = ['npm', 'run', 'ingest', '--', '--observations'];
    const metar = { OBSERVATIONS: 'metar', METAR_BASE_URL: pathToFileURL(home.dataDirectory).href };

    expect(await home.run(words, undefined, metar).ended).toMatchObject({
      code: 0,
      output: expect.stringContaining('metar: 1 reports; refused: position 1') as unknown,
    });
    const missing = { ...metar, METAR_BASE_URL: 'file:///nowhere' };
    expect(await home.run(words, undefined, missing).ended).toMatchObject({
      code: 1,
      output: expect.stringContaining('metar: FileMissingError: file:///nowhere/metars.cache.csv') as unknown,
    });
    expect(await home.run(words).ended).toMatchObject({
      code: 1,
      output: expect.stringContaining('set OBSERVATIONS to metar') as unknown,
    });
  });

  test('npm run account -- reset-password creates a link that sets a new password once', async () => {
    const caller = new ApiCaller(home.url);
    const account = { full_name: 'Ada', email: 'ada@example.com', password: PASSWORD };
    await caller.post('/v1/accounts', account);

    const { code, output } = await reset(' ADA@example.com');

    expect({ code, output }).toMatchObject({ code: 0 });
    const token = /^http:\/\/\S+\/reset-password#token=([\w-]{43})$/m.exec(output)?.[1];
    expect(token).toBeDefined();
    const use = (new_password: string) =>
      caller.post('/v1/password-resets/complete', { token, new_password });
    expect((await use('another quiet morning')).status).toBe(204);
    expect((await use('a third quiet morning')).status).toBe(400);
    const signIn = (password: string) => caller.post('/v1/sessions', { email: account.email, password });
    expect((await signIn(PASSWORD)).status).toBe(401);
    expect((await signIn('another quiet morning')).status).toBe(201);
  });

  test('npm run account prints the link without initializing or destroying features', async () => {
    const path = join(home.dataDirectory, 'pool.feature.mjs');
    writeFileSync(
      path,
      `import { Module } from '${import.meta.resolve('@nestjs/common')}';
      class PoolModule {
        onModuleInit() { this.pool = { end() {} }; }
        onModuleDestroy() { this.pool.end(); }
      }
      Module({})(PoolModule);
      export default { name: 'pool', module: PoolModule };`,
    );
    const email = 'joan@example.com';
    await new ApiCaller(home.url).post('/v1/accounts', { full_name: 'Joan', email, password: PASSWORD });

    const { code, output } = await home.run(
      ['npm', 'run', 'account', '--', 'reset-password', email],
      undefined,
      { FEATURES: path },
    ).ended;

    expect({ code, output }).toMatchObject({ code: 0, output: expect.stringMatching(/#token=/) });
  });

  test('npm run account -- sign-in-link creates a link that signs in once, and is audited', async () => {
    const account = { full_name: 'Mary', email: 'mary@example.com', password: PASSWORD };
    await new ApiCaller(home.url).post('/v1/accounts', account);

    const { code, output } = await home.run(['npm', 'run', 'account', '--', 'sign-in-link', account.email])
      .ended;

    expect({ code, output }).toMatchObject({ code: 0 });
    const token = /^http:\/\/\S+\/sign-in#token=([\w-]{43})$/m.exec(output)?.[1];
    const caller = new ApiCaller(home.url);
    expect((await caller.post('/v1/sessions/link', { token })).status).toBe(201);
    expect((await new ApiCaller(home.url).post('/v1/sessions/link', { token })).status).toBe(400);
    const { body } = await caller.get<{ data: object[] }>('/v1/audit?action=account.sign_in_link_created');
    expect(body.data).toMatchObject([{ actor: { kind: 'command' } }]);
  });

  test('npm run account -- remove-factors lets an owner who lost them sign in, and ends the sessions', async () => {
    const owner = new ApiCaller(home.url);
    const account = { full_name: 'Grace', email: 'grace@example.com', password: PASSWORD };
    await owner.post('/v1/accounts', account);
    const signIn = (caller: ApiCaller) =>
      caller.post('/v1/sessions', { email: account.email, password: PASSWORD });
    await signIn(owner);
    const { body: begun } = await owner.post<{ id: string; secret: string }>(`${FACTORS}/totp`, {});
    await owner.post(`${FACTORS}/${begun.id}/confirm`, { code: totpCode(begun.secret) });
    const { token } = await createToken(owner, ['profile:read']);
    const waiting = await signIn(new ApiCaller(home.url));
    expect(waiting.status).toBe(200);

    const remove = async () =>
      (await home.run(['npm', 'run', 'account', '--', 'remove-factors', account.email]).ended).output;
    expect(await remove()).toContain('grace@example.com no longer has a second factor.');

    const anybody = new ApiCaller(home.url);
    expect((await owner.get('/v1/accounts/me')).status).toBe(401);
    expect((await anybody.get('/v1/accounts/me', bearer(token))).status).toBe(401);
    const late = { token: waiting.body.token, code: totpCode(begun.secret, 1) };
    expect((await anybody.post('/v1/sessions/factor', late)).status).toBe(400);
    expect((await signIn(anybody)).status).toBe(201);
    expect(await remove()).toContain('grace@example.com has no second factor. Nothing changed.');
    const { body: audit } = await anybody.get<{ data: object[] }>('/v1/audit?action=factor.removed');
    expect(audit.data).toMatchObject([{ actor: { kind: 'command' }, target_id: begun.id }]);
  });
});
