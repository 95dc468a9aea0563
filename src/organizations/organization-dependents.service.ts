import { type EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';

/** Ends what belongs to an organization, in the transaction that deletes it. */
export type EndOrganization = (em: EntityManager, organizationId: string, now: Date) => Promise<void>;

/** Knows the features that hang on organizations, and which organizations therefore need not know. */
@Injectable()
export class OrganizationDependentsService {
  private readonly dependents: EndOrganization[] = [];

  add(dependent: EndOrganization): void {
    this.dependents.push(dependent);
  }

  async end(em: EntityManager, organizationId: string, now: Date): Promise<void> {
    for (const end of this.dependents) await end(em, organizationId, now);
  }
}
