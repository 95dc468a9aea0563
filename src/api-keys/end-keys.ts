import type { EntityManager } from '@mikro-orm/postgresql';

/**
 * Revokes the keys of clients, and removes their names and the addresses that they were bound to.
 * @param together the clients whose keys the transaction changes: it locks them first, in a fixed order
 */
export async function endKeys(
  em: EntityManager,
  clientIds: readonly string[],
  now: Date,
  together: readonly string[],
): Promise<void> {
  await em.execute(
    `select 1 from api_keys where client_id in (select jsonb_array_elements_text(?::jsonb))
     order by id for no key update`,
    [JSON.stringify(together)],
  );
  await em.execute(
    `update api_keys set revoked_at = least(revoked_at, ?), is_revoked = true, name = 'Deleted key', allowed_ips = '{}'
     where client_id in (select jsonb_array_elements_text(?::jsonb))`,
    [now, JSON.stringify(clientIds)],
  );
}
