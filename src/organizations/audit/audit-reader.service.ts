import { EntityManager, type EntityName, type FilterQuery } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import type { Account } from '../../accounts/index.js';
import { MembersService } from '../members.service.js';
import { OrganizationAccessService } from '../organization-access.service.js';
import { FeatureSet } from '../../core/features/index.js';
import { firstIdAt, type Page, Problem, readPage, type RequestFault } from '../../core/http/index.js';
import { readInstant } from '../../core/time/index.js';
import { AuditEvent } from '../../core/audit/index.js';
import { type AuditEventDto, type AuditPageQueryDto, toAuditEventDto } from './audit.dto.js';

const EARLIEST = new Date('2000-01-01T00:00:00Z');
const LATEST = new Date('2200-01-01T00:00:00Z');

/** Shows accounts the changes to them and in their organizations, and administrators all changes. */
@Injectable()
export class AuditReaderService {
  constructor(
    private readonly entityManager: EntityManager,
    private readonly members: MembersService,
    private readonly access: OrganizationAccessService,
    private readonly features: FeatureSet,
  ) {}

  async list(
    viewer: Account,
    {
      account_id,
      actor_account_id,
      organization_id,
      client_id,
      action,
      start,
      end,
      ...page
    }: AuditPageQueryDto,
  ): Promise<Page<AuditEventDto>> {
    const isAdmin = viewer.role === 'admin';
    const { from, to } = spanOf(start, end);
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
    // Whoever acted where the viewer may read is no secret to them.
    const isOther = actor_account_id !== undefined && !isAdmin && actor_account_id !== viewer.id;
    const byOther: FilterQuery<AuditEvent> = { $and: [filter, { actorAccountId: actor_account_id }] };
    if (isOther && !(await this.entityManager.findOne(AuditEvent, byOther))) throw missing(actor_account_id);
    const narrower: FilterQuery<AuditEvent>[] = [
      action ? { action } : {},
      actor_account_id === undefined ? {} : { actorAccountId: actor_account_id },
      // The index has the IDs, which begin with the time.
      from === undefined ? {} : { id: { $gte: firstIdAt('aud', from.getTime()) } },
      to === undefined ? {} : { id: { $lt: firstIdAt('aud', to.getTime()) } },
    ];
    const find = ({ before, limit }: { before?: string; limit: number }) =>
      this.entityManager.find(
        AuditEvent,
        { $and: [filter, ...narrower, before === undefined ? {} : { id: { $lt: before } }] },
        { orderBy: { id: 'desc' }, limit },
      );
    const { data, next_cursor } = await readPage(page, 'aud', find, (event) => event);
    const names = await this.namesFor(viewer, data);
    return {
      data: data.map((event) =>
        toAuditEventDto(
          event,
          this.features.titleOfAuditAction(event.action),
          isAdmin || event.actorAccountId === viewer.id,
          names,
        ),
      ),
      next_cursor,
    };
  }

  /** Returns the names of those who acted, and of what they changed, by ID. */
  private async namesFor(viewer: Account, events: AuditEvent[]): Promise<Map<string, string>> {
    const ids = new Set(
      events.flatMap(({ actorAccountId, actorClientId, targetId }) =>
        [actorAccountId, actorClientId, targetId].filter((id) => id !== null && id !== undefined),
      ),
    );
    const names = new Map<string, string>();
    for (const [prefix, [entity, property]] of this.features.names) {
      const named = [...ids].filter((id) => id.startsWith(`${prefix}_`));
      const seen = prefix === 'acc' ? await this.accountsSeenBy(viewer, named, events) : named;
      if (seen.length === 0) continue;
      const found = await this.entityManager.find(entity as EntityName<{ id: string }>, {
        id: { $in: seen },
      });
      for (const row of found) {
        const name = (row as unknown as Record<string, unknown>)[property];
        if (typeof name === 'string') names.set(row.id, name);
      }
    }
    return names;
  }

  /** Members know each other's names, but not those of administrators of the service. */
  private async accountsSeenBy(viewer: Account, ids: string[], events: AuditEvent[]): Promise<string[]> {
    if (viewer.role === 'admin' || ids.length === 0) return ids;
    const organizations = events.flatMap(({ organizationId }) => organizationId ?? []);
    const members = await this.members.among(ids, organizations);
    return ids.filter((id) => id === viewer.id || members.has(id));
  }

  /** Selects the changes to the account itself, and in the organizations whose audit trail it may read. */
  private async visibleTo(viewer: Account): Promise<FilterQuery<AuditEvent>> {
    const organizations = await this.access.organizationsWhere(viewer, 'audit.read');
    const within = { organizationId: { $in: organizations } };
    if (viewer.confinedTo !== undefined) return within;
    return { $or: [{ accountId: viewer.id, organizationId: null }, within] };
  }
}

function spanOf(start?: string, end?: string): { from?: Date; to?: Date } {
  const errors: RequestFault[] = [];
  const read = (parameter: string, text: string | undefined): Date | undefined => {
    if (text === undefined) return undefined;
    const time = readInstant(text);
    if (typeof time !== 'string' && EARLIEST <= time && time <= LATEST) return time;
    const detail = typeof time === 'string' ? time : 'must be between the years 2000 and 2200.';
    errors.push({ parameter, detail: `"${parameter}" ${detail}` });
    return undefined;
  };
  const [from, to] = [read('start', start), read('end', end)];
  if (from && to && from >= to) errors.push({ parameter: 'end', detail: '"end" must be after "start".' });
  if (errors.length > 0) throw new Problem('invalid_parameter', { errors });
  return { from, to };
}

function missing(id: string): Problem {
  return new Problem('not_found', { detail: `There is nothing with the ID ${id}.` });
}
