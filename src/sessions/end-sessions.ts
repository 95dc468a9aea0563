import type { EntityManager } from '@mikro-orm/postgresql';
import { Session } from './session.entity.js';
import { WaitingSignIn } from './waiting-sign-in.entity.js';

/**
 * Those that the organization's issuer began, of one account or of all, and the sign-ins that wait to become one: those
 * first, since one that is just becoming a session is waited for, and ended as such.
 */
export async function endSessionsOfOrganization(
  em: EntityManager,
  organizationId: string,
  accountId?: string,
): Promise<void> {
  const begun = { method: organizationId };
  await em.nativeDelete(WaitingSignIn, { ...begun, ...(accountId !== undefined && { accountId }) });
  await em.nativeDelete(Session, { ...begun, ...(accountId !== undefined && { account: accountId }) });
}

/** Those of an account but for one, and the sign-ins that wait to become one. */
export async function endSessions(em: EntityManager, accountId: string, exceptId?: string): Promise<void> {
  await em.nativeDelete(Session, {
    account: accountId,
    ...(exceptId !== undefined && { id: { $ne: exceptId } }),
  });
  await em.nativeDelete(WaitingSignIn, { accountId });
}
