import { RepeatedWork } from '../../core/background/index.js';
import { EntityManager, RequestContext } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { ClientsService } from '../../clients/index.js';
import { DAY_MS, startOfUtcDay } from '../../core/time/index.js';
import type { RateLimits } from '../../core/config/index.js';
import { OrganizationsService } from '../../organizations/index.js';
import { remainingOf } from '../limits/client-limits.js';
import { LimitStorage } from '../limits/limit.storage.js';

/** Percentage of the units of a UTC day. */
export type QuotaLevel = 80 | 100;

/** A client, or an organization with limits of its own, has used this much of its units of a UTC day. */
export interface QuotaReached {
  /** Null for the organization's own quota. */
  clientId: string | null;
  organizationId: string;
  level: QuotaLevel;
  /** In units. */
  limit: number;
  /** As `2026-11-23`. */
  utcDay: string;
}

/** Called in the transaction that records the level, so its writes happen once or not at all. */
export type QuotaListener = (em: EntityManager, reached: QuotaReached) => Promise<void>;

interface Holder {
  clientId: string | null;
  organizationId: string;
  limits: RateLimits;
  recordedUnits: number;
}

/**
 * Detects within a minute that 80 or 100 % of a daily quota is used, and reports each level to listeners once per
 * holder and day, even if the limit changes. After 100 %, 80 % is not reported. Recorded usage determines which holders
 * to check; what the limits count determines the level.
 */
@Injectable()
export class QuotaLevelsService extends RepeatedWork {
  protected readonly intervalMs = 60_000;
  private readonly listeners: QuotaListener[] = [];

  constructor(
    private readonly entityManager: EntityManager,
    private readonly clients: ClientsService,
    private readonly organizations: OrganizationsService,
    private readonly storage: LimitStorage,
  ) {
    super();
  }

  onReached(listener: QuotaListener): void {
    this.listeners.push(listener);
  }

  async work(now: Date): Promise<void> {
    if (this.listeners.length === 0) return;
    await RequestContext.create(this.entityManager, () => this.look(startOfUtcDay(now)));
  }

  private async look(day: Date): Promise<void> {
    const utcDay = day.toISOString().slice(0, 10);
    const told = await this.levelsOn(utcDay);
    const failures: unknown[] = [];
    for (const holder of await this.holdersOn(day)) {
      const toldLevel = told.get(holder.clientId ?? holder.organizationId) ?? 0;
      // A failure for one holder doesn't affect the others, and is retried in the next run.
      await this.lookAt(holder, toldLevel, utcDay).catch((error: unknown) => failures.push(error));
    }
    // Keeps the day before, since another process's clock may still be in it.
    const before = new Date(day.getTime() - DAY_MS).toISOString();
    await this.entityManager.execute('delete from usage.quota_levels where utc_day < ?::date', [before]);
    if (failures.length > 0) throw failures[0];
  }

  private async lookAt(holder: Holder, toldLevel: number, utcDay: string): Promise<void> {
    const { clientId, organizationId, limits, recordedUnits } = holder;
    if (levelOf(recordedUnits, limits.day!) <= toldLevel) return;
    const level = levelOf(await this.usedUnits(holder), limits.day!);
    if (level !== 0 && level > toldLevel)
      await this.tell({ clientId, organizationId, level, limit: limits.day!, utcDay });
  }

  /** Returns the highest level that was reported, by holder. */
  private async levelsOn(utcDay: string): Promise<Map<string, number>> {
    const rows = await this.entityManager.execute<{ holder_id: string; percent: number }[]>(
      'select holder_id, percent from usage.quota_levels where utc_day = ?::date',
      [utcDay],
    );
    return new Map(rows.map(({ holder_id, percent }) => [holder_id, percent]));
  }

  /** Returns the clients with usage on the day, and organizations with their own limits, that have a daily limit. */
  private async holdersOn(day: Date): Promise<Holder[]> {
    const rows = await this.entityManager.execute<{ client_id: string; units: number }[]>(
      'select client_id, sum(units)::float8 as units from usage.client_days where start = ? group by client_id',
      [day.toISOString()],
    );
    const unitsOf = new Map(rows.map(({ client_id, units }) => [client_id, units]));
    const clients = await this.clients.limitsOf([...unitsOf.keys()]);
    const sums = new Map<string, number>();
    for (const { id, organizationId } of clients)
      sums.set(organizationId, (sums.get(organizationId) ?? 0) + unitsOf.get(id)!);
    const ofClients = clients
      .filter(({ isDeleted }) => !isDeleted)
      .map(({ id, ...client }) => ({ ...client, clientId: id, recordedUnits: unitsOf.get(id)! }));
    const limitsOf = await this.organizations.limitsAmong([...sums.keys()]);
    const ofOrganizations = [...limitsOf].map(([organizationId, limits]) => ({
      clientId: null,
      organizationId,
      limits,
      recordedUnits: sums.get(organizationId)!,
    }));
    const holders: Holder[] = [...ofClients, ...ofOrganizations];
    return holders.filter(({ limits }) => limits.day !== null);
  }

  private async usedUnits({ clientId, organizationId, limits }: Holder): Promise<number> {
    const { consumption, nowMs } = await this.storage.standingOf(clientId ?? organizationId, limits);
    return limits.day! - remainingOf(consumption, 'day', limits.day!, nowMs);
  }

  /** If several processes detect the level at the same time, only the first reports it. */
  private async tell(reached: QuotaReached): Promise<void> {
    const { clientId, organizationId, level, utcDay } = reached;
    await this.entityManager.transactional(async (em) => {
      const noted = await em.execute<unknown[]>(
        `insert into usage.quota_levels as noted (holder_id, utc_day, percent) values (?, ?::date, ?)
         on conflict (holder_id, utc_day) do update set percent = excluded.percent
         where noted.percent < excluded.percent
         returning percent`,
        [clientId ?? organizationId, utcDay, level],
      );
      if (noted.length > 0) for (const listener of this.listeners) await listener(em, reached);
    });
  }
}

function levelOf(usedUnits: number, limit: number): QuotaLevel | 0 {
  if (usedUnits >= limit) return 100;
  return usedUnits >= 0.8 * limit ? 80 : 0;
}
