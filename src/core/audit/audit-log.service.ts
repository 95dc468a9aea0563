import { type EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import type { Actor } from '../http/access/actor.types.js';
import { Budget } from '../http/access/pace/budget.js';
import { DAY_MS } from '../time/index.js';
import { tooManyAttempts } from '../http/problems/too-many-attempts.js';
import { creationOf, newId } from '../http/identifier.js';
import type { AuditAction } from '../features/names.types.js';
import { AuditEvent } from './audit-event.entity.js';

export interface AuditEntry {
  action: AuditAction;
  actor: Actor;
  /** The account that is changed, or that owns the changed client or key. */
  accountId: string;
  /**
   * The organization that is changed, or in which it happens. Readers of its audit trail see it; without one, the
   * account does.
   */
  organizationId?: string;
  clientId?: string;
  /** What is changed: an account, a session, a client or a key. */
  targetId: string;
  /** What readers need to know about the change. Never a secret, nor anything that one can be derived from. */
  details?: Record<string, unknown>;
}

/** The actor of changes that the service makes on its own. */
export const BY_ITSELF: Actor = {
  kind: 'service',
  accountId: null,
  clientId: null,
  address: null,
  requestId: null,
};

/** Recorded changes in a day by an actor, in each process, so that the trail is kept whole. */
const MOST_IN_A_DAY = 10_000;
/**
 * What gets somebody in, or a thief out, must be possible when the thief has spent everything. It is limited elsewhere,
 * or by what was made before.
 */
const UNCOUNTED =
  /[._](?:deleted|removed|revoked|withdrawn|failed|issued)$|^session\.created$|^recovery_code\.used$|\.secret_rotated$|\.password_(?:changed|reset|reset_requested)$/;

/** Records who changed what, when and from where. */
@Injectable()
export class AuditLogService {
  /** By client, token or account: what one of them spends keeps the others from nothing. */
  readonly changes = new Budget(MOST_IN_A_DAY, DAY_MS);

  /**
   * Adds an event to the entity manager's next flush, so that it is stored if and only if the change is.
   * @throws Problem too_many_attempts if the actor made too many changes today
   */
  record(em: EntityManager, entry: AuditEntry): void {
    this.count(entry);
    const { action, actor, accountId, organizationId, clientId, targetId, details } = entry;
    const id = newId('aud');
    em.create(
      AuditEvent,
      {
        id,
        action,
        actorKind: actor.kind,
        actorAccountId: actor.accountId,
        actorClientId: actor.clientId,
        actorTokenId: actor.tokenId ?? null,
        address: actor.address,
        requestId: actor.requestId,
        accountId,
        organizationId: organizationId ?? null,
        clientId: clientId ?? null,
        targetId,
        details: details ?? {},
        // A filter by time compares IDs.
        createdAt: creationOf(id),
      },
      { persist: true },
    );
  }

  private count(entry: AuditEntry): void {
    const { kind, clientId, tokenId, accountId } = entry.actor;
    if (kind === 'service' || kind === 'command' || UNCOUNTED.test(entry.action) || disables(entry)) return;
    const changer = clientId ?? tokenId ?? accountId ?? entry.accountId;
    const waitSeconds = this.changes.waitSeconds(changer);
    if (waitSeconds > 0) throw tooManyAttempts(waitSeconds);
    this.changes.spend(changer);
  }
}

/** Whether a client or an account is disabled, which only administrators do. */
function disables({ action, details }: AuditEntry): boolean {
  const status = details?.status as { to?: string } | string | undefined;
  return (
    /^(?:client|account)\.updated$/.test(action) &&
    (typeof status === 'object' ? status.to : status) === 'disabled'
  );
}
