import type { EntityManager } from '@mikro-orm/postgresql';
import { OneTimeLink } from './one-time-link.entity.js';

/** Deletes all links of the account, for every purpose, in the caller's transaction. */
export async function endLinks(em: EntityManager, accountId: string): Promise<void> {
  await em.nativeDelete(OneTimeLink, { accountId });
}
