import { type EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';

/** What a feature that hangs on organizations does about their fate, in the transaction of the change itself. */
export interface OrganizationDependent {
  /** The organization is deleted: what belongs to it ends with it. */
  endOrganization?(em: EntityManager, organizationId: string, now: Date): Promise<void>;
  /** A member left or was removed. */
  loseMember?(em: EntityManager, organizationId: string, accountId: string): Promise<void>;
  /** A domain is the organization's no longer. */
  loseDomain?(em: EntityManager, organizationId: string): Promise<void>;
}

/** Knows the features that hang on organizations, and which organizations therefore need not know. */
@Injectable()
export class OrganizationDependentsService {
  private readonly dependents: OrganizationDependent[] = [];

  add(dependent: OrganizationDependent): void {
    this.dependents.push(dependent);
  }

  async endOrganization(em: EntityManager, organizationId: string, now: Date): Promise<void> {
    for (const dependent of this.dependents) await dependent.endOrganization?.(em, organizationId, now);
  }

  async loseMember(em: EntityManager, organizationId: string, accountId: string): Promise<void> {
    for (const dependent of this.dependents) await dependent.loseMember?.(em, organizationId, accountId);
  }

  async loseDomain(em: EntityManager, organizationId: string): Promise<void> {
    for (const dependent of this.dependents) await dependent.loseDomain?.(em, organizationId);
  }
}
