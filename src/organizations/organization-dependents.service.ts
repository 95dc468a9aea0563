import { type EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';

/** How a feature that depends on organizations reacts to their changes, in the transaction of the change. */
export interface OrganizationDependent {
  /** The organizations are deleted: what belongs to them ends with them. All at once, so that rows are locked in one order. */
  endOrganizations?(em: EntityManager, organizationIds: readonly string[], now: Date): Promise<void>;
  /** What signs people in through the organizations ends, after all else of them: see `LOCK_ORDER`. */
  endSignIns?(em: EntityManager, organizationIds: readonly string[]): Promise<void>;
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

  async endOrganizations(em: EntityManager, organizationIds: readonly string[], now: Date): Promise<void> {
    for (const dependent of this.dependents) await dependent.endOrganizations?.(em, organizationIds, now);
    for (const dependent of this.dependents) await dependent.endSignIns?.(em, organizationIds);
  }

  async loseMember(em: EntityManager, organizationId: string, accountId: string): Promise<void> {
    for (const dependent of this.dependents) await dependent.loseMember?.(em, organizationId, accountId);
  }

  async loseDomain(em: EntityManager, organizationId: string): Promise<void> {
    for (const dependent of this.dependents) await dependent.loseDomain?.(em, organizationId);
  }
}
