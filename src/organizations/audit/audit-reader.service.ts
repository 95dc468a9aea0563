import { EntityManager, type FilterQuery } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import type { Account } from '../../accounts/index.js';
import { OrganizationAccessService } from '../organization-access.service.js';
import { FeatureSet } from '../../core/features/index.js';
import { type Page, Problem, readPage } from '../../core/http/index.js';
import { AuditEvent } from '../../core/audit/index.js';
import { type AuditEventDto, type AuditPageQueryDto, toAuditEventDto } from './audit.dto.js';

/** Shows accounts the changes to them and in their organizations, and administrators all changes. */
@Injectable()
export class AuditReaderService {
  constructor(
    private readonly entityManager: EntityManager,
    private readonly access: OrganizationAccessService,
    private readonly features: FeatureSet,
  ) {}

  async list(
    viewer: Account,
    { account_id, organization_id, client_id, action, ...page }: AuditPageQueryDto,
  ): Promise<Page<AuditEventDto>> {
    const isAdmin = viewer.role === 'admin';
    if (account_id !== undefined && !isAdmin && account_id !== viewer.id) throw missing(account_id);
    if (organization_id !== undefined) await this.access.check(viewer, organization_id, 'audit.read');
    const filter: FilterQuery<AuditEvent> = {
      $and: [
        {
          ...(account_id !== undefined && { accountId: account_id }),
          ...(organization_id !== undefined && { organizationId: organization_id }),
          ...(client_id !== undefined && { clientId: client_id }),
        },
        isAdmin || organization_id !== undefined ? {} : await this.visibleTo(viewer),
      ],
    };
    // Every client has at least the event of its creation.
    if (client_id !== undefined && !isAdmin && !(await this.entityManager.findOne(AuditEvent, filter)))
      throw missing(client_id);
    const find = ({ before, limit }: { before?: string; limit: number }) =>
      this.entityManager.find(
        AuditEvent,
        { $and: [filter, action ? { action } : {}, before === undefined ? {} : { id: { $lt: before } }] },
        { orderBy: { id: 'desc' }, limit },
      );
    return readPage(page, 'aud', find, (event) =>
      toAuditEventDto(
        event,
        this.features.titleOfAuditAction(event.action),
        isAdmin || event.actorAccountId === viewer.id,
      ),
    );
  }

  /** Selects the changes to the account itself, and in the organizations whose audit trail it may read. */
  private async visibleTo(viewer: Account): Promise<FilterQuery<AuditEvent>> {
    const organizations = await this.access.organizationsWhere(viewer, 'audit.read');
    const within = { organizationId: { $in: organizations } };
    if (viewer.confinedTo !== undefined) return within;
    return { $or: [{ accountId: viewer.id, organizationId: null }, within] };
  }
}

function missing(id: string): Problem {
  return new Problem('not_found', { detail: `There is nothing with the ID ${id}.` });
}
