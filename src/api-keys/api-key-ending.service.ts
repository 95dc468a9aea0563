import { type EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { AccountDependentsService } from '../accounts/account-dependents.service.js';
import { ClientsService } from '../clients/clients.service.js';

/** Revokes the keys of a deleted account. What names them, and the addresses they were bound to, go. */
@Injectable()
export class ApiKeyEndingService {
  constructor(
    dependents: AccountDependentsService,
    private readonly clients: ClientsService,
  ) {
    dependents.add({ endAccount: (em, accountId, now) => this.endOf(em, accountId, now) });
  }

  private async endOf(em: EntityManager, accountId: string, now: Date): Promise<void> {
    await em.execute(
      `update api_keys set revoked_at = least(revoked_at, ?), is_revoked = true, name = 'Deleted key', allowed_ips = '{}'
       where client_id in (select jsonb_array_elements_text(?::jsonb))`,
      [now, JSON.stringify(await this.clients.idsOf(accountId))],
    );
  }
}
