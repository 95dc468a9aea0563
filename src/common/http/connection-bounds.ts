import type { Server } from 'node:http';

/** From here on, those that nobody uses at the moment make room for new ones. */
const MANY_CONNECTIONS = 4_000;
const MOST_CONNECTIONS = 5_000;

/** Bounds the connections that callers hold open: one costs some 20 kB. */
export function boundConnections(server: Server): void {
  server.maxConnections = MOST_CONNECTIONS;
  let count = 0;
  server.on('connection', (socket) => {
    count += 1;
    socket.once('close', () => (count -= 1));
    if (count > MANY_CONNECTIONS) server.closeIdleConnections();
  });
}
