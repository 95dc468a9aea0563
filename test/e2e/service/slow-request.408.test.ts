import { type createServer } from 'node:http';
import { beforeAll, expect, it } from '@jest/globals';
import { sendBytes } from '../../support/raw-socket.js';
import { useTestApp } from '../../support/test-app.js';

const app = useTestApp();

interface Patience {
  requestTimeout: number;
  headersTimeout: number;
  /** How often Node looks, which it takes up when the server begins to listen. */
  connectionsCheckingInterval: number;
}

let documented: Patience;
/** Seconds of waiting tell nothing more. */
beforeAll(() => {
  const server = app().app.getHttpServer() as ReturnType<typeof createServer> & Patience;
  const { requestTimeout, headersTimeout, connectionsCheckingInterval } = server;
  documented = { requestTimeout, headersTimeout, connectionsCheckingInterval };
  Object.assign(server, { requestTimeout: 100, headersTimeout: 100, connectionsCheckingInterval: 20 });
  server.emit('listening');
});

it('gives the head and the whole request 30 s each, and looks every second', () => {
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
])('hangs up on who never sends the whole %s, and says so', async (_part, bytes) => {
  const [head, body] = (await sendBytes(app(), bytes)).split('\r\n\r\n');

  expect(head).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/);
  expect(head).toMatch(/\r\nContent-Type: application\/problem\+json; charset=utf-8\r\n/);
  expect(head).toMatch(/\r\nX-Request-Id: [\w-]{36}\r\n/);
  expect(head).toMatch(/\r\nConnection: close$/);
  expect(JSON.parse(body)).toMatchObject({ status: 408, code: 'request_timeout' });
});
