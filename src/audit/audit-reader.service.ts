import { EntityManager, type FilterQuery } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import type { Account } from '../accounts/account.entity.js';
import { type Page, readPage } from '../http/page.js';
import { Problem } from '../http/problems/problem.js';
import { AuditEvent } from './audit-event.entity.js';
import { type AuditEventDto, type AuditPageQueryDto, toAuditEventDto } from './audit.dto.js';

/** Shows accounts what was done to them and theirs, and administrators everything. */
@Injectable()
export class AuditReaderService {
  constructor(private readonly entityManager: EntityManager) {}

  async list(
    viewer: Account,
    { account_id, client_id, action, ...page }: AuditPageQueryDto,
  ): Promise<Page<AuditEventDto>> {
    const isAdmin = viewer.role === 'admin';
    const accountId = isAdmin ? account_id : viewer.id;
    if (account_id !== undefined && !isAdmin && account_id !== viewer.id) throw missing(account_id);
    const filter: FilterQuery<AuditEvent> = {
      ...(accountId !== undefined && { accountId }),
      ...(client_id !== undefined && { clientId: client_id }),
    };
    // Every client of an account has at least the event of its creation.
    if (client_id !== undefined && !isAdmin && !(await this.entityManager.findOne(AuditEvent, filter)))
      throw missing(client_id);
    const find = ({ before, limit }: { before?: string; limit: number }) =>
      this.entityManager.find(
        AuditEvent,
        { $and: [filter, action ? { action } : {}, before === undefined ? {} : { id: { $lt: before } }] },
        { orderBy: { id: 'desc' }, limit },
      );
    return readPage(page, 'aud', find, (event) =>
      toAuditEventDto(event, isAdmin || event.actorAccountId === viewer.id),
    );
  }
}

function missing(id: string): Problem {
  return new Problem('not_found', { detail: `There is nothing with the ID ${id}.` });
}
