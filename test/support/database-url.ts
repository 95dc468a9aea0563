import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import type { DatabaseConnection } from '../../src/core/config/database/database-connection.types.js';

/** A database URL for separate processes, whose connections can be cut. */
export interface DatabaseUrl {
  url: string;
  /** Breaks all connections. */
  cut(): void;
  close(): Promise<void>;
}

/** Opens a TCP proxy to the test server, whose Unix socket a URL can't address. */
export async function openDatabaseUrl(connection: DatabaseConnection): Promise<DatabaseUrl> {
  const { hosts, user = '', password = '', dbName, sslMode = 'prefer', sslRootCert } = connection;
  const [{ host, port }] = hosts;
  const target = host.startsWith('/') ? { path: join(host, `.s.PGSQL.${port}`) } : { host, port };
  const sockets = new Set<Socket>();
  const server = createServer((inward) => {
    const outward = connect(target);
    inward.pipe(outward).pipe(inward);
    for (const [socket, other] of [
      [inward, outward],
      [outward, inward],
    ]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        sockets.delete(socket);
        other.destroy();
      });
    }
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port: open } = server.address() as { port: number };
  const roots = sslRootCert === undefined ? '' : `&sslrootcert=${encodeURIComponent(sslRootCert)}`;
  const cut = () => sockets.forEach((socket) => socket.destroy());
  return {
    url: `postgresql://${user}:${encodeURIComponent(password)}@127.0.0.1:${open}/${dbName}?sslmode=${sslMode}${roots}`,
    cut,
    async close() {
      cut();
      server.close();
      await once(server, 'close');
    },
  };
}
