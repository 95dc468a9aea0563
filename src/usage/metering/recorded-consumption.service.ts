import { EntityManager, RequestContext } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { ClientsService } from '../../clients/index.js';
import { DAY_MS, HOUR_MS } from '../../core/time/index.js';
import { ConsumptionHistory, type RecentUnits } from '../limits/consumption-history.js';
import { UsageFlusherService } from './usage-flusher.service.js';

interface MinuteRow {
  client_id: string;
  units_of_day: number;
  minutes: { startMs: number; units: number }[] | null;
}

/** Reads the consumption of the last hour and of the day from the roll-ups, once leftover journals are in them. */
@Injectable()
export class RecordedConsumptionService extends ConsumptionHistory {
  constructor(
    private readonly entityManager: EntityManager,
    private readonly flusher: UsageFlusherService,
    private readonly clients: ClientsService,
  ) {
    super();
  }

  async recentUnits(now: Date): Promise<RecentUnits[]> {
    await this.flusher.replayed();
    const dayStart = new Date(Math.floor(now.getTime() / DAY_MS) * DAY_MS);
    const hourStart = new Date(now.getTime() - HOUR_MS);
    const rows = await this.entityManager.execute<MinuteRow[]>(RECENT_UNITS, [
      dayStart.toISOString(),
      hourStart.toISOString(),
      new Date(Math.min(dayStart.getTime(), hourStart.getTime())).toISOString(),
    ]);
    const ofClients = rows.map(({ client_id, units_of_day, minutes }) => ({
      holderId: client_id,
      unitsOfDay: units_of_day,
      minutes: minutes ?? [],
    }));
    return [...ofClients, ...(await this.sumsOfOrganizations(ofClients))];
  }

  private async sumsOfOrganizations(ofClients: readonly RecentUnits[]): Promise<RecentUnits[]> {
    const clients = await RequestContext.create(this.entityManager, () =>
      this.clients.byId(ofClients.map(({ holderId }) => holderId)),
    );
    const organizationOf = ({ holderId }: RecentUnits) => clients.get(holderId)?.organization.id;
    const byOrganization = Map.groupBy(
      ofClients.filter((recent) => organizationOf(recent) !== undefined),
      (recent) => organizationOf(recent)!,
    );
    return [...byOrganization].map(([holderId, members]) => ({
      holderId,
      unitsOfDay: members.reduce((sum, { unitsOfDay }) => sum + unitsOfDay, 0),
      // Sorted by time; a minute may occur more than once.
      minutes: members.flatMap(({ minutes }) => minutes).sort((a, b) => a.startMs - b.startMs),
    }));
  }
}

const RECENT_UNITS = `
  with minutes as (
    select client_id, start, sum(units)::float8 as units,
      start >= ?::timestamptz as is_of_day, start > ?::timestamptz as is_of_hour
    from usage.client_minutes
    where start >= date_trunc('minute', ?::timestamptz) and units > 0
    group by client_id, start
  )
  select client_id, coalesce(sum(units) filter (where is_of_day), 0) as units_of_day,
    jsonb_agg(jsonb_build_object('startMs', extract(epoch from start) * 1000, 'units', units) order by start)
      filter (where is_of_hour) as minutes
  from minutes group by client_id`;
