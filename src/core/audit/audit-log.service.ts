import { type EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import type { Actor } from '../http/access/actor.types.js';
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

/** Records who changed what, when and from where. */
@Injectable()
export class AuditLogService {
  /** Adds an event to the entity manager's next flush, so that it is stored if and only if the change is. */
  record(
    em: EntityManager,
    { action, actor, accountId, organizationId, clientId, targetId, details }: AuditEntry,
  ): void {
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
}
