import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import { isRunning } from '../../src/database/embedded-postgres/process-table.js';
import { ApiCaller, PASSWORD } from '../support/api-caller.js';
import { ServiceHome, ServiceProcess } from './service-process.js';

const ACCOUNT = { full_name: 'A Member', email: 'member@example.com', password: PASSWORD };

describe('after kill -9', () => {
  let home: ServiceHome;
  beforeEach(async () => {
    home = await ServiceHome.create();
  });
  afterEach(() => home.remove());

  test.each([
    ['node', ({ nodePid }: ServiceProcess) => [nodePid]],
    ['npm and node', ({ npm, nodePid }: ServiceProcess) => [npm.pid, nodePid]],
    ['node and the postmaster', ({ nodePid, postmasterPid }: ServiceProcess) => [nodePid, postmasterPid]],
    [
      'npm, node and the postmaster',
      ({ npm, nodePid, postmasterPid }: ServiceProcess) => [npm.pid, nodePid, postmasterPid],
    ],
  ])(
    'of %s, the next start has what was registered before',
    async (_, victims) => {
      const service = await ServiceProcess.start(home);
      expect((await new ApiCaller(home.url).post('/v1/accounts', ACCOUNT)).status).toBe(201);
      for (const pid of victims(service)) process.kill(pid, 'SIGKILL');

      const next = await ServiceProcess.start(home);
      expect((await signIn(home)).status).toBe(201);
      await next.stop();
    },
    300_000,
  );

  test('of npm alone, node goes on, and stops at SIGTERM', async () => {
    const service = await ServiceProcess.start(home);
    process.kill(service.npm.pid, 'SIGKILL');
    while (isRunning(service.npm.pid)) await sleep(20);
    expect((await fetch(`${home.url}/health/ready`)).status).toBe(200);
    await service.stop();
  }, 300_000);

  test('of the postmaster alone, the health check says so, and the service can be started anew', async () => {
    const service = await ServiceProcess.start(home);
    expect((await new ApiCaller(home.url).post('/v1/accounts', ACCOUNT)).status).toBe(201);
    process.kill(service.postmasterPid, 'SIGKILL');
    while ((await fetch(`${home.url}/health/ready`)).status === 200) await sleep(20);
    await service.stop();
    expect(await service.npm.ended).toMatchObject({ code: 0 });

    const next = await ServiceProcess.start(home);
    expect((await signIn(home)).status).toBe(201);
    await next.stop();
  }, 300_000);
});

function signIn({ url }: ServiceHome) {
  const { email, password } = ACCOUNT;
  return new ApiCaller(url).post('/v1/sessions', { email, password });
}
