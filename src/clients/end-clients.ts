import type { EntityManager } from '@mikro-orm/postgresql';
import type { Organization } from '../organizations/index.js';

/**
 * Deletes the clients of an organization, with their names and descriptions. Locks those of all organizations that end
 * together first, in a fixed order, and updates each row once: see `LOCK_ORDER`.
 */
export async function endClients(
  em: EntityManager,
  { id, deletedAt }: Organization,
  together: readonly Organization[],
): Promise<void> {
  await em.execute(
    `select 1 from clients where organization_id in (select jsonb_array_elements_text(?::jsonb))
     order by id for no key update`,
    [JSON.stringify(together.map((organization) => organization.id))],
  );
  await em.execute(
    `update clients set deleted_at = coalesce(deleted_at, ?), name = 'Deleted client', description = null,
       updated_at = case when deleted_at is null then ?::timestamptz else updated_at end
     where organization_id = ?`,
    [deletedAt, deletedAt, id],
  );
}
