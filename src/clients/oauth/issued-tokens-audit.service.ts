import { networkOf } from '../../core/network/index.js';
import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { AuditLogService } from '../../core/audit/index.js';
import { HOUR_MS } from '../../core/time/index.js';
import type { Client } from '../client.entity.js';
import { type Actor, growingCache } from '../../core/http/index.js';

const MOST_ORIGINS = 100_000;

/**
 * Audits that tokens were issued to a client: the first in an hour from each network, in each process. Events for all
 * tokens would bury everything else: programs get one an hour, and careless ones get one per request.
 */
@Injectable()
export class IssuedTokensAuditService {
  private readonly recordedAtMs = growingCache<string, number>(MOST_ORIGINS);

  constructor(
    private readonly entityManager: EntityManager,
    private readonly auditLog: AuditLogService,
  ) {}

  async record(
    { id, account, organization }: Client,
    scopes: readonly string[],
    actor: Actor,
  ): Promise<void> {
    const origin = `${id} ${networkOf(String(actor.address))}`;
    const nowMs = Date.now();
    if (nowMs - (this.recordedAtMs.get(origin) ?? -HOUR_MS) < HOUR_MS) return;
    this.recordedAtMs.set(origin, nowMs);
    try {
      await this.entityManager.transactional((em) => {
        this.auditLog.record(em, {
          action: 'client.access_token_issued',
          actor,
          accountId: account.id,
          organizationId: organization.id,
          clientId: id,
          targetId: id,
          details: { scopes },
        });
        return Promise.resolve();
      });
    } catch (error) {
      this.recordedAtMs.delete(origin);
      throw error;
    }
  }
}
