import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { ServiceHome, ServiceProcess } from './service-process.js';

describe('npm start', () => {
  let home: ServiceHome;
  beforeAll(async () => {
    home = await ServiceHome.create();
  });
  afterAll(() => home.remove());

  test('stops at a signal during startup, with exit code 0 and no process left', async () => {
    const npm = home.run(['npm', 'start']);
    await npm.line(/The database was migrated/);
    process.kill(npm.pid, 'SIGTERM');
    expect(await npm.ended).toMatchObject({ code: 0 });
    expect(() => home.postmasterPid()).toThrow('ENOENT');
  });

  test('logs the URLs of the dashboard, the reference and the health check, which work', async () => {
    const service = await ServiceProcess.start(home);
    const line = await service.npm.line(/The service is ready/);
    const { dashboard, docs, health } = JSON.parse(line) as Record<string, string>;
    expect({ dashboard, docs, health }).toEqual({
      dashboard: `${home.url}/`,
      docs: `${home.url}/docs`,
      health: `${home.url}/health/ready`,
    });
    for (const address of [dashboard, docs, health]) expect((await fetch(address)).status).toBe(200);
    await service.stop();
  });

  test.each([
    ['SIGTERM to npm', ({ npm }: ServiceProcess) => process.kill(npm.pid, 'SIGTERM')],
    ['SIGTERM to node', ({ nodePid }: ServiceProcess) => process.kill(nodePid, 'SIGTERM')],
    ['Ctrl-C, which is SIGINT to the whole group', ({ npm }: ServiceProcess) => npm.signalGroup('SIGINT')],
  ])(
    'stops at %s, with exit code 0 and no process left',
    async (_, signal) => {
      const service = await ServiceProcess.start(home);
      signal(service);
      // npm exits with node's exit code.
      expect(await service.npm.ended).toMatchObject({ code: 0, signal: null });
      await service.gone();
    },
    300_000,
  );

  test('stops despite a request that never arrives completely', async () => {
    const service = await ServiceProcess.start(home);
    const { hostname, port } = new URL(home.url);
    const socket = connect(Number(port), hostname);
    socket.on('error', () => undefined);
    await once(socket, 'connect');
    socket.write(`POST /v1/sessions HTTP/1.1\r\nHost: ${hostname}\r\nContent-Type: application/json\r\n`);
    socket.write('Content-Length: 100\r\n\r\n{"a"');
    process.kill(service.nodePid, 'SIGTERM');
    expect(await service.npm.ended).toMatchObject({ code: 0, signal: null });
    socket.destroy();
    await service.gone();
  });
});
