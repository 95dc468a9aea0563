import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { boundedFetch } from '../../../../src/core/outbound/bounded-fetch.js';
import { guardedFetch } from '../../../../src/core/outbound/guarded-fetch.js';
import { hostLookup } from '../../../../src/core/outbound/host-lookup.js';

let server: Server;
let port: number;
let connections: number;
let answer: RequestListener;
beforeEach(async () => {
  connections = 0;
  answer = (_, response) => response.end('secret');
  server = createServer((request, response) => answer(request, response));
  server.on('connection', () => (connections += 1));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  port = (server.address() as AddressInfo).port;
});
afterEach(async () => {
  server.close();
  server.closeAllConnections();
  await once(server, 'close');
});

const LOOPBACK = ['127.0.0.1/32'];

const guarded = (networks: string[]) => guardedFetch(networks, hostLookup(['127.0.0.1:9']));

/** A fake DNS lookup that returns these addresses, one set per lookup. */
function dnsOf(...answers: string[][]) {
  return (
    _name: string,
    _options: unknown,
    callback: (error: null, found: { address: string; family: number }[]) => void,
  ) => {
    const found = (answers.shift() ?? []).map((address) => ({
      address,
      family: address.includes(':') ? 6 : 4,
    }));
    callback(null, found);
  };
}

const causeOf = (error: unknown): string => {
  const { message, cause } = error as Error;
  return cause === undefined ? message : causeOf(cause);
};
const failure = (request: Promise<unknown>) => request.then(() => 'no failure', causeOf);

describe('a tenant’s URL', () => {
  it.each([
    'http://127.0.0.1',
    'https://127.0.0.1',
    'https://127.1',
    'https://2130706433',
    'https://0x7f.0.0.1',
    'https://0177.0.0.1',
    'https://127.0.0.1.',
    'https://１２７.0.0.1',
    'https://[::1]',
    'https://[::ffff:127.0.0.1]',
    'https://localhost',
  ])('%s is not connected to', async (origin) => {
    expect(await failure(guarded([])(`${origin}:${port}/`))).toMatch(/^The service doesn't connect to /);
    expect(connections).toBe(0);
  });

  it.each(['file:///etc/passwd', 'ftp://8.8.8.8/', 'data:text/plain,x'])('%s is not fetched', async (url) => {
    expect(await failure(guarded(LOOPBACK)(url))).toMatch(/^The service doesn't connect to /);
  });

  it('is looked up for each request, and checked against the addresses found then', async () => {
    const lookUp = dnsOf(['127.0.0.1'], ['127.0.0.2']);
    const fetchOne = guardedFetch(LOOPBACK, lookUp);
    const url = `http://rebinding.example:${port}/`;
    expect(await (await fetchOne(url)).text()).toBe('secret');
    expect(await failure(fetchOne(url))).toMatch(/^The service doesn't connect to /);
    expect(connections).toBe(1);
  });

  it('connects only to the permitted addresses of a name', async () => {
    const lookUp = dnsOf(['127.0.0.2', '::1', '127.0.0.1', '10.0.0.1']);
    const fetchOne = guardedFetch(LOOPBACK, lookUp);
    expect(await (await fetchOne(`http://several.example:${port}/`)).text()).toBe('secret');
  });

  it('that redirects returns the redirect instead of following it', async () => {
    answer = (_, response) => response.writeHead(302, { location: `http://127.0.0.1:${port}/x` }).end();
    const response = await guarded(LOOPBACK)(`http://127.0.0.1:${port}/`);
    expect([response.status, connections]).toEqual([302, 1]);
  });
});

it('sends the method, headers and body, and returns the status, headers and body', async () => {
  answer = (request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      response.writeHead(201, { 'set-cookie': ['a=1', 'b=2'], method: request.method });
      response.end(`${String(request.headers['x-name'])} ${Buffer.concat(chunks).toString()}`);
    });
  };
  const body = new URLSearchParams({ code: 'a b' });
  const request = { method: 'POST', headers: { 'x-name': 'ada' }, body };
  const response = await guarded(LOOPBACK)(`http://127.0.0.1:${port}/`, request);
  expect([response.status, response.headers.get('method'), await response.text()]).toEqual([
    201,
    'POST',
    'ada code=a+b',
  ]);
  expect(response.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
  answer = (_, empty) => empty.writeHead(204).end();
  expect((await guarded(LOOPBACK)(`http://127.0.0.1:${port}/`)).status).toBe(204);
});

it.each([
  [
    'another protocol',
    'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n',
    /protocol/,
  ],
  ['another protocol that it does not name', 'HTTP/1.1 101 Switching Protocols\r\n\r\n', /status/],
  ['no response', 'HTTP/1.1 103 Early Hints\r\n\r\n', /hang up/],
])('fails if a server responds with %s', async (_, text, reason) => {
  answer = (request) => request.socket.end(text);
  expect(await failure(guarded(LOOPBACK)(`http://127.0.0.1:${port}/`))).toMatch(reason);
});

it('reports a malformed body as a failure of its response, not as an uncaught exception', async () => {
  answer = (request) =>
    request.socket.end('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nnot a length\r\n');
  const response = await guarded(LOOPBACK)(`http://127.0.0.1:${port}/`);
  expect(await failure(response.text())).not.toBe('no failure');
});

describe('boundedFetch', () => {
  const boundedBy = (signal: AbortSignal) =>
    boundedFetch(signal, guarded(LOOPBACK))(`http://127.0.0.1:${port}/`);

  it.each<[string, RequestListener]>([
    ['headers', () => undefined],
    ['body', (_, response) => void response.write('{')],
    ['end', (_, response) => void setInterval(() => response.write(' '), 5).unref()],
  ])('aborts in time if a server never ends its %s', async (_, listener) => {
    answer = listener;
    expect(await failure(boundedBy(AbortSignal.timeout(60)))).toMatch(/timeout/);
  });

  it('aborts an endless body at 1 MB, and closes its connection', async () => {
    const closed = new Promise<void>((resolve) => {
      answer = (request, response) => {
        request.socket.once('close', resolve);
        const send = () => {
          while (response.write(Buffer.alloc(65_536)));
          response.once('drain', send);
        };
        send();
      };
    });
    expect(await failure(boundedBy(AbortSignal.timeout(30_000)))).toBe(
      'The response is larger than 1000000 bytes.',
    );
    await closed;
  });

  it('rejects an invalid status and endless headers', async () => {
    answer = (request) => request.socket.end('HTTP/1.1 999 Odd\r\n\r\n');
    expect(await failure(boundedBy(AbortSignal.timeout(30_000)))).toMatch(/status/);
    answer = (request) => request.socket.write(`HTTP/1.1 200 OK\r\nx: ${'x'.repeat(100_000)}`);
    expect(await failure(boundedBy(AbortSignal.timeout(30_000)))).toMatch(/Header overflow/);
  });
});
