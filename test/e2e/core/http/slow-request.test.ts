import { type createServer } from 'node:http';
import { beforeAll, expect, it } from '@jest/globals';
import { sendBytes } from '../../../support/raw-socket.js';
import { useTestApp } from '../../../support/test-app.js';

const app = useTestApp();

interface Patience {
  requestTimeout: number;
  headersTimeout: number;
  /** How often Node.js checks connections. Takes effect when the server starts to listen. */
  connectionsCheckingInterval: number;
}

let documented: Patience;
/** Shortens the timeouts, since waiting for seconds would prove nothing more. */
beforeAll(() => {
  const server = app().app.getHttpServer() as ReturnType<typeof createServer> & Patience;
  const { requestTimeout, headersTimeout, connectionsCheckingInterval } = server;
  documented = { requestTimeout, headersTimeout, connectionsCheckingInterval };
  Object.assign(server, { requestTimeout: 100, headersTimeout: 100, connectionsCheckingInterval: 20 });
  server.emit('listening');
});

it('allows 30 s each for the head and the whole request, checked every second', () => {
  expect(documented).toEqual({
    requestTimeout: 30_000,
    headersTimeout: 30_000,
    connectionsCheckingInterval: 1_000,
  });
});

it.each([
  ['head', 'GET /v1/weather/fields HTTP/1.1\r\nHost: x\r\nAcc'],
  [
    'body',
    'POST /v1/sessions HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 20\r\n\r\n{',
  ],
])('disconnects callers that never complete the %s, with a response', async (_part, bytes) => {
  const [head, body] = (await sendBytes(app(), bytes)).split('\r\n\r\n');

  expect(head).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/);
  expect(head).toMatch(/\r\nContent-Type: application\/problem\+json; charset=utf-8\r\n/);
  expect(head).toMatch(/\r\nX-Request-Id: [\w-]{36}\r\n/);
  expect(head).toMatch(/\r\nConnection: close$/);
  expect(JSON.parse(body)).toMatchObject({ status: 408, code: 'request_timeout' });
});
