import { EntityManager, LockMode } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { Account } from '../accounts/index.js';
import { AuditLogService } from '../core/audit/index.js';
import { type Actor, Problem, givenLimits } from '../core/http/index.js';
import { announceChange, repeatable } from '../core/database/index.js';
import { SecretHasherService } from '../core/secrets/index.js';
import { Configuration } from '../core/config/index.js';
import { newClientSecret } from './client-secret.js';
import { ClientEventsService } from './client-events.service.js';
import { Client } from './client.entity.js';
import { type UpdateClientDto } from './client.dto.js';
import { ClientsService } from './clients.service.js';
import { withinCeiling } from './rate-limits.js';

/** Changes existing clients. */
@Injectable()
export class ClientChangesService {
  constructor(
    private readonly entityManager: EntityManager,
    private readonly clients: ClientsService,
    private readonly secretHasher: SecretHasherService,
    private readonly configuration: Configuration,
    private readonly audit: AuditLogService,
    private readonly events: ClientEventsService,
  ) {}

  /**
   * Changes the given properties. Limits that an administrator sets become the client's ceiling.
   * @throws Problem forbidden if a member sets what only administrators may change
   */
  update(account: Account, clientId: string, asked: UpdateClientDto, actor: Actor): Promise<Client> {
    const isAdmin = account.role === 'admin';
    return repeatable(this.entityManager, async (em) => {
      const caller = { account, clientId: null };
      const client = await this.clients.reachable(
        caller,
        clientId,
        'clients.manage',
        LockMode.PESSIMISTIC_WRITE,
      );
      if (!isAdmin && (asked.scopes !== undefined || asked.status !== undefined)) {
        throw new Problem('forbidden', { detail: 'Only administrators can change scopes and status.' });
      }
      if (asked.name !== undefined) client.name = asked.name;
      if (asked.description !== undefined) client.description = asked.description;
      if (asked.scopes) client.scopes = asked.scopes;
      if (asked.status) client.status = asked.status;
      this.changeLimits(client, asked, isAdmin);
      client.updatedAt = new Date();
      const given = Object.entries(asked).filter(([, value]) => value !== undefined);
      this.audit.record(em, {
        action: 'client.updated',
        actor,
        accountId: client.account.id,
        organizationId: client.organization.id,
        clientId,
        targetId: clientId,
        details: Object.fromEntries(given),
      });
      await this.events.announce(em, client, 'updated');
      await announceChange(em, { kind: 'client', id: clientId });
      return client;
    });
  }

  /** The new secret is only in this response. The old one works during the overlap; one before it ends immediately. */
  rotateSecret(
    account: Account,
    clientId: string,
    overlapSeconds: number,
    actor: Actor,
  ): Promise<{ client: Client; secret: string }> {
    const secret = newClientSecret();
    return repeatable(this.entityManager, async (em) => {
      const caller = { account, clientId: null };
      const client = await this.clients.reachable(
        caller,
        clientId,
        'secrets.create',
        LockMode.PESSIMISTIC_WRITE,
      );
      const now = new Date();
      client.previousSecretHash = overlapSeconds > 0 ? client.secretHash : null;
      client.previousSecretEndsAt =
        overlapSeconds > 0 ? new Date(now.getTime() + overlapSeconds * 1000) : null;
      client.secretHash = this.secretHasher.hash(secret);
      client.updatedAt = now;
      this.audit.record(em, {
        action: 'client.secret_rotated',
        actor,
        accountId: client.account.id,
        organizationId: client.organization.id,
        clientId,
        targetId: clientId,
        details: { overlap_seconds: overlapSeconds },
      });
      await this.events.announce(em, client, 'secret_rotated');
      // Access tokens end with the secret that they were issued for.
      await announceChange(em, { kind: 'client', id: clientId });
      return { client, secret };
    });
  }

  private changeLimits(client: Client, { rate_limits }: UpdateClientDto, isAdmin: boolean): void {
    const asked = givenLimits(rate_limits ?? {});
    if (isAdmin) {
      client.rateLimits = { ...client.rateLimits, ...asked };
      client.limitCeilings = { ...client.limitCeilings, ...asked };
    } else {
      const ceiling = { ...this.configuration.defaultRateLimits, ...client.limitCeilings };
      client.rateLimits = withinCeiling(asked, ceiling, client.rateLimits);
    }
  }
}
