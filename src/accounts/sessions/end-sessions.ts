import type { EntityManager } from '@mikro-orm/postgresql';
import { deleteInOrder } from '../../core/database/index.js';
import { Session } from './session.entity.js';
import { WaitingSignIn } from './waiting-sign-in.entity.js';

/**
 * Ends the sessions that the organization's issuer began, of one account or of all, and its sign-ins that wait for a
 * second factor. The latter go first: deleting one that is just becoming a session waits, and the session is deleted
 * then.
 */
export async function endSessionsOfOrganization(
  em: EntityManager,
  organizationId: string,
  accountId?: string,
): Promise<void> {
  const begun = { method: organizationId };
  await deleteInOrder(em, WaitingSignIn, { ...begun, ...(accountId !== undefined && { accountId }) });
  await deleteInOrder(em, Session, { ...begun, ...(accountId !== undefined && { account: accountId }) });
}

/** Ends the sessions of an account except for one, and its sign-ins that wait for a second factor. */
export async function endSessions(em: EntityManager, accountId: string, exceptId?: string): Promise<void> {
  await deleteInOrder(em, WaitingSignIn, { accountId });
  await deleteInOrder(em, Session, {
    account: accountId,
    ...(exceptId !== undefined && { id: { $ne: exceptId } }),
  });
}
