import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { expect, it } from '@jest/globals';
import { type MikroORM } from '@mikro-orm/postgresql';
import { ChangeFeedService } from '../../../../src/core/database/changes/change-feed.service.js';
import { clientClass } from '../../../../src/core/database/connection/client-class.js';

it('stops while it connects, even if the server hangs up without a word', async () => {
  const server = createServer();
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const hosts = [{ host: '127.0.0.1', port }];
  const pool = { options: {}, Client: clientClass({ hosts, user: 'x', dbName: 'x', sslMode: 'disable' }) };
  const em = {
    getEventManager: () => ({ registerSubscriber: () => undefined }),
    getConnection: () => ({ getNativeClient: () => Promise.resolve(pool) }),
  };
  const feed = new ChangeFeedService({ em } as unknown as MikroORM);
  feed.onApplicationBootstrap();
  const [socket] = (await once(server, 'connection')) as [Socket];
  await once(socket, 'data');

  const stopped = feed.onModuleDestroy();
  socket.end();
  await stopped;
  expect(feed.isConnected).toBe(false);
  server.close();
});
