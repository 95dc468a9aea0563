import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isRunning, postgresProcessesIn } from '../../src/database/embedded-postgres/process-table.js';
import { ApiCaller, createApiKey, createClient, PASSWORD } from '../support/api-caller.js';
import { describeWithSharedData, sharedData } from '../support/shared-data.js';
import { ServiceHome, ServiceProcess } from './service-process.js';

let home: ServiceHome;
afterEach(() => home.remove());

describe('npm run migrate', () => {
  beforeEach(async () => {
    home = await ServiceHome.create();
  });

  test('without the service migrates once and leaves no process behind', async () => {
    const first = await home.run(['npm', 'run', 'migrate']).ended;
    expect(first).toMatchObject({
      code: 0,
      output: expect.stringMatching(/^Migrated: database\/Migration\d+/m),
    });
    expect(postgresProcessesIn(home.databaseDirectory)).toEqual([]);

    const second = await home.run(['npm', 'run', 'migrate']).ended;
    expect(second).toMatchObject({ code: 0, output: expect.stringContaining('The database is up to date.') });
    expect(postgresProcessesIn(home.databaseDirectory)).toEqual([]);
  }, 300_000);

  test('beside the service leaves it alone', async () => {
    const service = await ServiceProcess.start(home);
    const { code, output } = await home.run(['npm', 'run', 'migrate']).ended;
    expect({ code, output }).toMatchObject({ code: 0, output: expect.stringContaining('up to date') });
    expect(isRunning(service.postmasterPid)).toBe(true);
    expect((await fetch(`${home.url}/health/ready`)).status).toBe(200);
    await service.stop();
  }, 300_000);
});

describeWithSharedData('npm run ingest', () => {
  beforeEach(async () => {
    const bucket = pathToFileURL(join(sharedData ?? '', 'gfs')).href;
    home = await ServiceHome.create({ GFS_BASE_URL: bucket, GFS_RESOLUTION: '0p25' });
  });

  test('beside the service: the run is served at once', async () => {
    const service = await ServiceProcess.start(home);
    const forecast = await forecastCaller(home);
    expect(await forecast()).toMatchObject({ status: 200, body: { meta: { source: 'climatology' } } });

    const ingest = ['npm', 'run', 'ingest', '--', '--run', '2020-08-04T12', '--steps', '0,6,12'];
    const { code, output } = await home.run(ingest).ended;
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
    expect(isRunning(service.postmasterPid)).toBe(true);
    await service.stop();
  }, 300_000);

  test('a step that is not there is a failure, and nothing is published', async () => {
    const ingest = ['npm', 'run', 'ingest', '--', '--run', '2020-08-04T12', '--steps', '0,6,15'];
    const { code, output } = await home.run(ingest).ended;
    expect(code).toBe(1);
    expect(output).toMatch(/^StepMissingError: f015/m);
    expect(output).not.toContain(' published: ');
  }, 300_000);
});

/** Asks for two hours of the stored run in Warsaw, with a new key. */
async function forecastCaller({ url }: ServiceHome) {
  const caller = new ApiCaller(url);
  const email = 'member@example.com';
  await caller.post('/v1/accounts', { full_name: 'A Member', email, password: PASSWORD });
  await caller.post('/v1/sessions', { email, password: PASSWORD });
  const { key } = await createApiKey(caller, await createClient(caller));
  const span = 'startTime=2020-08-04T12:00:00Z&endTime=2020-08-04T14:00:00Z';
  return () => caller.get(`/v1/weather/forecast?lat=52.2297&lon=21.0122&${span}`, { apikey: key });
}

describe('npm run account -- reset-password', () => {
  beforeEach(async () => {
    home = await ServiceHome.create();
  });

  const reset = (email: string) => home.run(['npm', 'run', 'account', '--', 'reset-password', email]).ended;

  test('beside the service makes a link that sets a new password once', async () => {
    const service = await ServiceProcess.start(home);
    const caller = new ApiCaller(home.url);
    const account = { full_name: 'Ada', email: 'ada@example.com', password: PASSWORD };
    await caller.post('/v1/accounts', account);

    const { code, output } = await reset(' ADA@example.com');

    expect({ code, output }).toMatchObject({ code: 0 });
    const token = /^http:\/\/\S+\/reset-password#token=([\w-]{43})$/m.exec(output)?.[1];
    expect(token).toBeDefined();
    const use = (new_password: string) => caller.post('/v1/password-resets', { token, new_password });
    expect((await use('another quiet morning')).status).toBe(204);
    expect((await use('a third quiet morning')).status).toBe(400);
    const signIn = (password: string) => caller.post('/v1/sessions', { email: account.email, password });
    expect((await signIn(PASSWORD)).status).toBe(401);
    expect((await signIn('another quiet morning')).status).toBe(201);
    expect(isRunning(service.postmasterPid)).toBe(true);
    await service.stop();
  }, 300_000);

  test('without the service says which address has no account, and leaves no process behind', async () => {
    const { code, output } = await reset('nobody@example.com');

    expect(code).toBe(1);
    expect(output).toContain('There is no account with the email nobody@example.com.');
    expect(postgresProcessesIn(home.databaseDirectory)).toEqual([]);
  }, 300_000);
});
