import { type EntityName, type FilterQuery, LockMode, type EntityManager } from '@mikro-orm/postgresql';

interface Some {
  limit?: number;
  by?: string;
}

/** Deletes matching rows in the order of their keys, so that transactions that delete the same ones don't deadlock. */
export function deleteInOrder<T extends object>(
  em: EntityManager,
  entity: EntityName<T>,
  where: FilterQuery<T>,
): Promise<number> {
  return deleteLocked(em, entity, where, LockMode.PESSIMISTIC_WRITE);
}

/**
 * Deletes matching rows, at most `limit`, in the order of their keys or of another property. Leaves those that another
 * transaction has locked for the next time, since waiting for several of them could end in a deadlock.
 * @returns the number of deleted rows
 */
export function deleteUnlocked<T extends object>(
  entityManager: EntityManager,
  entity: EntityName<T>,
  where: FilterQuery<T>,
  some: Some = {},
): Promise<number> {
  return entityManager.transactional((em) =>
    deleteLocked(em, entity, where, LockMode.PESSIMISTIC_PARTIAL_WRITE, some),
  );
}

async function deleteLocked<T extends object>(
  em: EntityManager,
  entity: EntityName<T>,
  where: FilterQuery<T>,
  lockMode: LockMode,
  { limit, by }: Some = {},
): Promise<number> {
  const { primaryKeys } = em.getMetadata(entity);
  const query = em
    .createQueryBuilder(entity, 'row')
    .select(primaryKeys as never)
    .where(where as never)
    .orderBy(Object.fromEntries([...(by ? [by] : []), ...primaryKeys].map((key) => [key, 'asc'])) as never)
    // Doesn't lock joined rows.
    .setLockMode(lockMode, ['row']);
  if (limit !== undefined) query.limit(limit);
  const rows = await query.execute<T[]>('all');
  if (rows.length === 0) return 0;
  const [key] = primaryKeys;
  const same = primaryKeys.length > 1 ? { $or: rows } : { [key]: { $in: rows.map((row) => row[key]) } };
  return em.nativeDelete(entity, same as never);
}
