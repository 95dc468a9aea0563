import { Agent, type IncomingMessage, request } from 'node:http';
import { once } from 'node:events';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { endRequests } from '../../../src/boot/end-requests.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

let app: TestApp;
const agent = new Agent({ keepAlive: true, maxSockets: 1 });
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(async () => {
  agent.destroy();
  await app.close();
});

async function ask(): Promise<{ status?: number; connection?: string }> {
  const [answer] = (await once(request(`${app.url}/health/live`, { agent }).end(), 'response')) as [
    IncomingMessage,
  ];
  answer.resume();
  await once(answer, 'end');
  return { status: answer.statusCode, connection: answer.headers.connection };
}

it('still responds while stopping, closing each connection after its response, and finally the port', async () => {
  expect(await ask()).toEqual({ status: 200, connection: 'keep-alive' });

  const ended = endRequests(app.app, true);
  // On the connection that was kept alive, and on a new one.
  expect(await ask()).toEqual({ status: 200, connection: 'close' });
  expect(await ask()).toEqual({ status: 200, connection: 'close' });
  await ended;

  await expect(ask()).rejects.toThrow('ECONNREFUSED');
});
