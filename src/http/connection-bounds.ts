import type { Server } from 'node:http';

interface ConnectionBounds {
  /** From here on, those that nobody uses at the moment make room for new ones. */
  many: number;
  most: number;
}

const BOUNDS: ConnectionBounds = { many: 4_000, most: 5_000 };

/** Bounds the connections that callers hold open. */
export function boundConnections(server: Server, { many, most } = BOUNDS): void {
  server.maxConnections = most;
  let count = 0;
  server.on('connection', (socket) => {
    count += 1;
    socket.once('close', () => (count -= 1));
    if (count > many) server.closeIdleConnections();
  });
}
