import type { EntityManager } from '@mikro-orm/postgresql';

/** Revokes the keys of clients, and removes their names and the addresses that they were bound to. */
export async function endKeys(em: EntityManager, clientIds: readonly string[], now: Date): Promise<void> {
  // Locks in a fixed order, to avoid deadlocks.
  await em.execute(
    `update api_keys set revoked_at = least(revoked_at, ?), is_revoked = true, name = 'Deleted key', allowed_ips = '{}'
     from (
       select id from api_keys where client_id in (select jsonb_array_elements_text(?::jsonb))
       order by id for no key update
     ) as ending
     where api_keys.id = ending.id`,
    [now, JSON.stringify(clientIds)],
  );
}
