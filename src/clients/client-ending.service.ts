import { type EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { AccountDependentsService } from '../accounts/account-dependents.service.js';
import { Client } from './client.entity.js';

/** Deletes the clients of a deleted account. What names them or describes them goes; their ids stay for the usage. */
@Injectable()
export class ClientEndingService {
  constructor(dependents: AccountDependentsService) {
    dependents.add({ endAccount: (em, accountId, now) => this.endOf(em, accountId, now) });
  }

  private async endOf(em: EntityManager, accountId: string, now: Date): Promise<void> {
    await em.nativeUpdate(
      Client,
      { account: accountId, deletedAt: null },
      { deletedAt: now, updatedAt: now },
    );
    await em.nativeUpdate(Client, { account: accountId }, { name: 'Deleted client', description: null });
  }
}
