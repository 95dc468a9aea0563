import { type EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { ClientsService } from '../clients/index.js';
import { OrganizationDependentsService } from '../organizations/index.js';

/** Revokes the keys of a deleted organization, and removes their names and the addresses that they were bound to. */
@Injectable()
export class ApiKeyEndingService {
  constructor(
    dependents: OrganizationDependentsService,
    private readonly clients: ClientsService,
  ) {
    dependents.add({ endOrganizations: (em, organizationIds, now) => this.endOf(em, organizationIds, now) });
  }

  private async endOf(em: EntityManager, organizationIds: readonly string[], now: Date): Promise<void> {
    // Locks in a fixed order, to avoid deadlocks.
    await em.execute(
      `update api_keys set revoked_at = least(revoked_at, ?), is_revoked = true, name = 'Deleted key', allowed_ips = '{}'
       from (
         select id from api_keys where client_id in (select jsonb_array_elements_text(?::jsonb))
         order by id for no key update
       ) as ending
       where api_keys.id = ending.id`,
      [now, JSON.stringify(await this.clients.idsOf(organizationIds))],
    );
  }
}
