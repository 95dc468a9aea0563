import { type EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { OrganizationDependentsService } from '../organizations/index.js';
import { Client } from './client.entity.js';

/** Deletes the clients of a deleted organization, with their names and descriptions. Their ids stay for the usage. */
@Injectable()
export class ClientEndingService {
  constructor(dependents: OrganizationDependentsService) {
    dependents.add({ endOrganizations: (em, organizationIds, now) => this.endOf(em, organizationIds, now) });
  }

  private async endOf(em: EntityManager, organizationIds: readonly string[], now: Date): Promise<void> {
    const organization = { $in: organizationIds };
    await em.nativeUpdate(Client, { organization, deletedAt: null }, { deletedAt: now, updatedAt: now });
    await em.nativeUpdate(Client, { organization }, { name: 'Deleted client', description: null });
  }
}
