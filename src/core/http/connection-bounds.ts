import type { Server } from 'node:http';

interface ConnectionBounds {
  /** Above this number, idle connections are closed to make room for new ones. */
  many: number;
  most: number;
}

const BOUNDS: ConnectionBounds = { many: 4_000, most: 5_000 };

/** Limits the number of open connections. */
export function boundConnections(server: Server, { many, most } = BOUNDS): void {
  server.maxConnections = most;
  let count = 0;
  server.on('connection', (socket) => {
    count += 1;
    socket.once('close', () => (count -= 1));
    if (count > many) server.closeIdleConnections();
  });
}
