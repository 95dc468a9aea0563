import type { EntityManager } from '@mikro-orm/postgresql';
import { Session } from './session.entity.js';
import { WaitingSignIn } from './waiting-sign-in.entity.js';

/** Those of an account but for one, and the sign-ins that wait to become one. */
export async function endSessions(em: EntityManager, accountId: string, exceptId?: string): Promise<void> {
  await em.nativeDelete(Session, {
    account: accountId,
    ...(exceptId !== undefined && { id: { $ne: exceptId } }),
  });
  await em.nativeDelete(WaitingSignIn, { accountId });
}
