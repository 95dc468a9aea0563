import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { boundConnections } from '../../../../src/core/http/connection-bounds.js';

const REQUEST = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';
let server: Server;
let sockets: Socket[];

beforeEach(async () => {
  sockets = [];
  server = createServer((request, response) => {
    if (request.url === '/') response.end('done');
  });
  boundConnections(server, { many: 3, most: 5 });
  await once(server.listen(0, '127.0.0.1'), 'listening');
});

afterEach(() => {
  for (const socket of sockets) socket.destroy();
  server.close();
});

function open(): Socket {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.on('error', () => undefined);
  sockets.push(socket);
  return socket;
}

async function answered(socket: Socket): Promise<Socket> {
  socket.write(REQUEST);
  await once(socket, 'data');
  return socket;
}

it('closes idle connections if there are many, but not those waiting for a response', async () => {
  const idle = [await answered(open()), await answered(open())];
  const waiting = open();
  waiting.write(REQUEST.replace('/', '/never'));
  await once(server, 'request');
  const closed = Promise.all(idle.map((socket) => once(socket.resume(), 'close')));

  await answered(open());

  await closed;
  expect(waiting.destroyed).toBe(false);
});

it('rejects connections above the maximum', async () => {
  for (let i = 0; i < 5; i++) await once(open(), 'connect');
  await once(open().resume(), 'close');

  sockets[0].destroy();
  await once(sockets[0], 'close');
  await answered(open());
});

it('keeps idle connections if there are no longer many', async () => {
  for (let i = 0; i < 4; i++) {
    const socket = await answered(open());
    socket.destroy();
    await once(socket, 'close');
  }
  const idle = await answered(open());
  await answered(open());

  expect((await answered(idle)).destroyed).toBe(false);
});
