import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below the ephemeral port range, so that a stopped server still finds its port free when it restarts. */
const [FIRST, LAST] = [20_000, 32_000];
const given = new Set<number>();

/** Returns a port of the loopback address that nobody listens on. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = FIRST + Math.floor(Math.random() * (LAST - FIRST));
    if (given.has(port) || !(await isFree(port))) continue;
    given.add(port);
    return port;
  }
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  try {
    await once(server.listen(port, '127.0.0.1'), 'listening');
  } catch {
    return false;
  }
  server.close();
  await once(server, 'close');
  return true;
}
