/** @slow */
import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import fastify, { type FastifyInstance } from 'fastify';
import { UnreadAnswers } from '../../../../src/core/http/unread-answers.js';

const MIB = 2 ** 20;
/** More than the operating system buffers for a connection. */
const ANSWER_BYTES = 16 * MIB;
const CAPS = { ofProcess: 5 * ANSWER_BYTES, ofClient: 2 * ANSWER_BYTES, ofConnection: ANSWER_BYTES };
let app: FastifyInstance;
let unread: UnreadAnswers;
let sockets: Socket[];

beforeEach(async () => {
  sockets = [];
  app = fastify();
  app.decorateRequest('keyOwner', undefined);
  app.addHook('onRequest', (request, _reply, done) => {
    const clientId = request.headers.client;
    if (typeof clientId === 'string') Object.assign(request, { keyOwner: { clientId } });
    done();
  });
  unread = new UnreadAnswers(CAPS);
  unread.watch(app, app.server);
  app.get('/', () => Buffer.alloc(ANSWER_BYTES));
  await app.listen({ port: 0, host: '127.0.0.1' });
});

afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  await app.close();
});

/** Sends requests on a new connection that reads nothing, and waits until they have been handled. */
async function ask(client?: string, times = 1): Promise<Socket> {
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1').pause();
  socket.on('error', () => undefined);
  sockets.push(socket);
  const request = `GET / HTTP/1.1\r\nHost: x\r\n${client === undefined ? '' : `client: ${client}\r\n`}\r\n`;
  socket.write(request.repeat(times));
  await once(app.server, 'request');
  return socket;
}

/** Returns how many bytes of its response a connection still receives. */
async function bytesLeft(socket: Socket, enough = ANSWER_BYTES): Promise<number> {
  let bytes = 0;
  for await (const chunk of socket) {
    bytes += (chunk as Buffer).length;
    if (bytes >= enough) break;
  }
  return bytes;
}

describe('unread responses', () => {
  it('of one client: the oldest one is dropped, and other clients are unaffected', async () => {
    const other = await ask('other');
    const [first, ...later] = [await ask('one'), await ask('one'), await ask('one')];

    expect(await bytesLeft(first)).toBeLessThan(ANSWER_BYTES);
    for (const socket of [other, ...later])
      expect(await bytesLeft(socket)).toBeGreaterThanOrEqual(ANSWER_BYTES);
    expect(unread.closed).toEqual({ connection: 0, client: 1, process: 0 });
  });

  it('of the process: the oldest one is dropped, even without a key', async () => {
    const [first, ...later] = [await ask(), await ask(), await ask(), await ask(), await ask(), await ask()];

    expect(await bytesLeft(first)).toBeLessThan(ANSWER_BYTES);
    expect(later).toHaveLength(5);
    for (const socket of later) expect(await bytesLeft(socket)).toBeGreaterThanOrEqual(ANSWER_BYTES);
    expect(unread.closed).toEqual({ connection: 0, client: 0, process: 1 });
  });

  it('of one connection: it is closed if there are several', async () => {
    const pipelined = await ask(undefined, 2);
    expect(await bytesLeft(pipelined)).toBeLessThan(ANSWER_BYTES);
    expect(unread.closed).toEqual({ connection: 1, client: 0, process: 0 });
  });

  it('may exceed the limit of a connection if there is only one', async () => {
    const longer = new UnreadAnswers({ ...CAPS, ofConnection: ANSWER_BYTES / 2 });
    const other = fastify();
    longer.watch(other, other.server);
    other.get('/', () => Buffer.alloc(ANSWER_BYTES));
    const address = await other.listen({ port: 0, host: '127.0.0.1' });

    expect((await (await fetch(address)).arrayBuffer()).byteLength).toBe(ANSWER_BYTES);

    await other.close();
  });

  it('no longer count once they have been read or their connection is closed', async () => {
    for (let i = 0; i < 4; i++)
      expect(await bytesLeft(await ask('one'))).toBeGreaterThanOrEqual(ANSWER_BYTES);
    for (let i = 0; i < 4; i++) {
      const socket = await ask('one');
      socket.destroy();
      await once(socket, 'close');
    }
    const two = [await ask('one'), await ask('one')];
    for (const socket of two) expect(await bytesLeft(socket)).toBeGreaterThanOrEqual(ANSWER_BYTES);
    expect(unread.closed).toEqual({ connection: 0, client: 0, process: 0 });
  });
});
