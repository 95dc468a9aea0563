import { type EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';

/** How a feature reacts to changes of organizations, in the transaction of the change. For deletion, see `onOrganizationEnd`. */
export interface OrganizationDependent {
  /** A member left or was removed. */
  loseMember?(em: EntityManager, organizationId: string, accountId: string): Promise<void>;
  /** The organization no longer has one of its domains. */
  loseDomain?(em: EntityManager, organizationId: string): Promise<void>;
}

/** Registry of the features that depend on organizations, so that organizations don't depend on them. */
@Injectable()
export class OrganizationDependentsService {
  private readonly dependents: OrganizationDependent[] = [];

  add(dependent: OrganizationDependent): void {
    this.dependents.push(dependent);
  }

  async loseMember(em: EntityManager, organizationId: string, accountId: string): Promise<void> {
    for (const dependent of this.dependents) await dependent.loseMember?.(em, organizationId, accountId);
  }

  async loseDomain(em: EntityManager, organizationId: string): Promise<void> {
    for (const dependent of this.dependents) await dependent.loseDomain?.(em, organizationId);
  }
}
