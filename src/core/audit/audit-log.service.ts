import { type EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import type { Actor } from '../http/access/actor.types.js';
import { Budget } from '../http/access/pace/budget.js';
import { tooManyAttempts } from '../http/problems/too-many-attempts.js';
import { newId } from '../http/identifier.js';
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

const DAY_MS = 86_400_000;
/** Recorded changes by an account and its clients in a day, in each process, so that the trail is kept whole. */
const MOST_IN_A_DAY = 10_000;
/** What undoes a counted change must be possible when a thief has spent everything. The others are counted elsewhere. */
const ENDS = /[._](?:deleted|removed|revoked|withdrawn|password_reset|failed|issued)$/;

/** Records who changed what, when and from where. */
@Injectable()
export class AuditLogService {
  /** By account. */
  readonly changes = new Budget(MOST_IN_A_DAY, DAY_MS);

  /**
   * Adds an event to the entity manager's next flush, so that it is stored if and only if the change is.
   * @throws Problem too_many_attempts if the account made too many changes today
   */
  record(
    em: EntityManager,
    { action, actor, accountId, organizationId, clientId, targetId, details }: AuditEntry,
  ): void {
    this.count(action, actor, accountId);
    em.create(
      AuditEvent,
      {
        id: newId('aud'),
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
        createdAt: new Date(),
      },
      { persist: true },
    );
  }

  private count(action: AuditAction, { kind, accountId }: Actor, ownerId: string): void {
    if (kind === 'service' || kind === 'command') return;
    const changer = accountId ?? ownerId;
    const waitSeconds = this.changes.waitSeconds(changer);
    if (waitSeconds > 0 && !ENDS.test(action)) throw tooManyAttempts(waitSeconds);
    this.changes.spend(changer);
  }
}
