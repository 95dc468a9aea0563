import type { EventEmitter } from 'node:events';

/** For whoever holds a lost connection to give it back, as all but interrupted transactions do. */
const GIVE_BACK_MS = 1_000;

/** The driver has no types of its own. */
interface PooledClient extends EventEmitter {
  release(destroy: boolean): void;
}

/**
 * Frees the places of connections that the server cut while they were in a transaction: Kysely gives a connection back
 * only after a successful rollback (0.29), so that a few outages would use up the pool, and closing it would never end.
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
