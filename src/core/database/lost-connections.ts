import type { EventEmitter } from 'node:events';

/** Time for the holder of a lost connection to release it, as all but interrupted transactions do. */
const GIVE_BACK_MS = 1_000;

/** The driver has no types of its own. */
interface PooledClient extends EventEmitter {
  release(destroy: boolean): void;
}

/**
 * Releases connections that the server cut during a transaction. Kysely (0.29) only releases a connection after a
 * successful rollback, so a few outages would exhaust the pool, and closing it would never finish.
 */
export function freeLostConnections(pool: EventEmitter): void {
  const held = new WeakSet<PooledClient>();
  pool.on('acquire', (client: PooledClient) => held.add(client));
  pool.on('release', (_error: unknown, client: PooledClient) => held.delete(client));
  pool.on('connect', (client: PooledClient) => {
    client.once('end', () => {
      if (!held.has(client)) return;
      setTimeout(() => {
        if (held.has(client)) client.release(true);
      }, GIVE_BACK_MS);
    });
  });
}
