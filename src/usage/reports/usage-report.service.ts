import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { toInstant } from '../../common/instant.js';
import { UsageFlusher } from '../metering/usage-flusher.service.js';
import { planReport } from './report-plan.js';
import { type ReportScope } from './report-scope.service.js';
import { type Grouping, type UsageQueryDto } from './usage-query.dto.js';
import { type BucketSum, UsageReader } from './usage-reader.service.js';
import { type UsageGroupDto, type UsageReportDto } from './usage-report.dto.js';
import { addTo, emptySum, toCounts, type UsageSum } from './usage-sum.js';

const MOST_GROUPS = 100;
/** Where the names are that go with the ids of a grouping. */
const NAMED: Partial<Record<Grouping, string>> = { api_key: 'api_keys', client: 'clients' };

type Group = BucketSum['group'];

/** Usage over time, without gaps. */
@Injectable()
export class UsageReports {
  constructor(
    private readonly entityManager: EntityManager,
    private readonly flusher: UsageFlusher,
    private readonly reader: UsageReader,
  ) {}

  async report(scope: ReportScope, query: UsageQueryDto): Promise<UsageReportDto> {
    const now = new Date();
    const plan = planReport(query, now);
    const asOf = await this.flusher.catchUp();
    const sums = await this.reader.read(scope, plan);
    const groups = plan.grouping ? busiest(sums) : [null];
    const names = await this.namesOf(groups, plan.grouping);
    const buckets = sumBuckets(sums, groups, plan.boundariesMs.length - 1);
    const totals = emptySum();
    for (const sum of sums) addTo(totals, sum);
    const starts = plan.boundariesMs.map((timeMs) => toInstant(new Date(timeMs)));
    return {
      start: starts[0],
      end: starts[starts.length - 1],
      interval: plan.interval,
      as_of: toInstant(asOf),
      buckets: buckets.map((bucket, index) => ({
        start: starts[index],
        groups: groups.map((group) => ({
          ...describe(group, plan.grouping, names),
          ...toCounts(bucket.get(group)!),
        })),
      })),
      totals: toCounts(totals),
    };
  }

  private async namesOf(groups: Group[], grouping: Grouping | undefined): Promise<Map<Group, string>> {
    const table = grouping && NAMED[grouping];
    if (!table) return new Map();
    const rows = await this.entityManager
      .fork()
      .execute<{ id: string; name: string }[]>(
        `select id, name from ${table} where id in (select jsonb_array_elements_text(?::jsonb))`,
        [JSON.stringify(groups)],
      );
    return new Map(rows.map(({ id, name }) => [id, name]));
  }
}

/** The groups that a report shows, in their order; null for all others together, if there are any. */
function busiest(sums: readonly BucketSum[]): Group[] {
  const requests = new Map<Group, number>();
  for (const sum of sums) requests.set(sum.group, (requests.get(sum.group) ?? 0) + sum.requests);
  const ordered = [...requests].sort(([, a], [, b]) => b - a).map(([group]) => group);
  const shown = ordered.slice(0, MOST_GROUPS).sort((a, b) => (a! < b! ? -1 : 1));
  return ordered.length > MOST_GROUPS ? [...shown, null] : shown;
}

function sumBuckets(sums: readonly BucketSum[], groups: Group[], count: number): Map<Group, UsageSum>[] {
  const buckets = Array.from({ length: count }, () => new Map(groups.map((group) => [group, emptySum()])));
  for (const sum of sums) addTo(buckets[sum.bucket].get(sum.group) ?? buckets[sum.bucket].get(null)!, sum);
  return buckets;
}

function describe(
  group: Group,
  grouping: Grouping | undefined,
  names: Map<Group, string>,
): Partial<UsageGroupDto> {
  if (grouping === 'endpoint') return { endpoint: String(group) };
  if (grouping === 'status') return { status: Number(group) };
  const name = names.get(group) ?? null;
  if (grouping === 'api_key') return { api_key_id: group as string | null, api_key_name: name };
  if (grouping === 'client') return { client_id: group as string | null, client_name: name };
  return {};
}
