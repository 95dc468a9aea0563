import { type EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { OrganizationDependentsService } from '../organizations/index.js';

/** Deletes the clients of a deleted organization, with their names and descriptions. Their ids stay for the usage. */
@Injectable()
export class ClientEndingService {
  constructor(dependents: OrganizationDependentsService) {
    dependents.add({ endOrganizations: (em, organizationIds, now) => this.endOf(em, organizationIds, now) });
  }

  private async endOf(em: EntityManager, organizationIds: readonly string[], now: Date): Promise<void> {
    // Locks in a fixed order, and updates each row once: see `LOCK_ORDER`.
    await em.execute(
      `update clients set deleted_at = coalesce(deleted_at, ?), name = 'Deleted client', description = null,
         updated_at = case when deleted_at is null then ?::timestamptz else updated_at end
       from (
         select id from clients where organization_id in (select jsonb_array_elements_text(?::jsonb))
         order by id for no key update
       ) as ending
       where clients.id = ending.id`,
      [now, now, JSON.stringify(organizationIds)],
    );
  }
}
