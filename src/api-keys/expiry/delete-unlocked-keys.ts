import { type FilterQuery, LockMode, type EntityManager } from '@mikro-orm/postgresql';
import { ApiKey } from '../api-key.entity.js';

/** Limits the size of a transaction. */
export const MOST_KEYS_AT_ONCE = 1_000;

/**
 * Deletes matching keys, at most `MOST_KEYS_AT_ONCE`. Skips those that another transaction has locked, since waiting for
 * several of them could end in a deadlock.
 * @returns the number of deleted keys
 */
export function deleteUnlockedKeys(
  entityManager: EntityManager,
  where: FilterQuery<ApiKey>,
): Promise<number> {
  return entityManager.transactional(async (em) => {
    const keys = await em.find(ApiKey, where, {
      fields: ['id'],
      lockMode: LockMode.PESSIMISTIC_PARTIAL_WRITE,
      // Doesn't lock the joined clients.
      lockTableAliases: ['a0'],
      limit: MOST_KEYS_AT_ONCE,
    });
    return em.nativeDelete(ApiKey, { id: { $in: keys.map(({ id }) => id) } });
  });
}
