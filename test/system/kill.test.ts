import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import { isRunning } from '../../src/core/database/embedded-postgres/process-table.js';
import { ApiCaller, PASSWORD } from '../support/api-caller.js';
import { ServiceHome, ServiceProcess } from './service-process.js';

/** Each test kills the service that the previous test has restarted. */
describe('after kill -9', () => {
  let home: ServiceHome;
  let service: ServiceProcess;
  let email: string;
  beforeAll(async () => {
    home = await ServiceHome.create();
    service = await ServiceProcess.start(home);
  });
  afterAll(() => home.remove());

  async function register(): Promise<void> {
    email = `member-of-${service.nodePid}@example.com`;
    const account = { full_name: 'A Member', email, password: PASSWORD };
    expect((await new ApiCaller(home.url).post('/v1/accounts', account)).status).toBe(201);
  }

  async function startAgain(): Promise<void> {
    service = await ServiceProcess.start(home);
    const credentials = { email, password: PASSWORD };
    expect((await new ApiCaller(home.url).post('/v1/sessions', credentials)).status).toBe(201);
  }

  test.each([
    ['node', () => [service.nodePid]],
    ['npm and node', () => [service.npm.pid, service.nodePid]],
    ['node and the postmaster', () => [service.nodePid, service.postmasterPid]],
    ['npm, node and the postmaster', () => [service.npm.pid, service.nodePid, service.postmasterPid]],
  ])(
    'of %s, the next start has what was registered before',
    async (_, victims) => {
      await register();
      for (const pid of victims()) process.kill(pid, 'SIGKILL');
      await startAgain();
    },
    300_000,
  );

  test('of the postmaster alone, the health check fails, and the service can be restarted', async () => {
    await register();
    process.kill(service.postmasterPid, 'SIGKILL');
    while ((await fetch(`${home.url}/health/ready`)).status === 200) await sleep(20);
    await service.stop();
    expect(await service.npm.ended).toMatchObject({ code: 0 });
    await startAgain();
  });

  test('of npm alone, node keeps running, and stops on SIGTERM', async () => {
    process.kill(service.npm.pid, 'SIGKILL');
    while (isRunning(service.npm.pid)) await sleep(20);
    expect((await fetch(`${home.url}/health/ready`)).status).toBe(200);
    await service.stop();
  });
});
