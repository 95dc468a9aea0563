import type { EntityManager } from '@mikro-orm/postgresql';
import { OneTimeLink } from './one-time-link.entity.js';

/** In the caller's transaction: no link of the account works any more, for whatever purpose. */
export async function endLinks(em: EntityManager, accountId: string): Promise<void> {
  await em.nativeDelete(OneTimeLink, { accountId });
}
