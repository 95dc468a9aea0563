import { setImmediate } from 'node:timers/promises';
import { EntityManager, IsolationLevel, type SqlEntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { ApiKeysService } from '../../api-keys/index.js';
import { ClientsService } from '../../clients/index.js';
import { toInstant } from '../../core/time/index.js';
import { UsageFlusherService } from '../metering/usage-flusher.service.js';
import { planReport, type ReportPlan } from './report-plan.js';
import { type ReportScope } from './report-scope.service.js';
import { type ReportWriter, totalsWriter } from './report-writer.js';
import { type Grouping, type UsageQueryDto } from './usage-query.dto.js';
import { type BucketSum, type Group, UsageReaderService } from './usage-reader.service.js';
import { type UsageBucketDto, type UsageCountsDto, type UsageGroupDto } from './usage-report.dto.js';
import { addTo, emptySum, toCounts } from './usage-sum.js';

const MOST_GROUPS = 100;
/** Limits buckets times groups by key or client: 5 MB. Endpoints and statuses are few. */
const MOST_ROWS = 20_000;
/** Rows to read and write before other requests can run: some milliseconds. */
const ROWS_AT_ONCE = 500;
/** Groupings by an ID that has a name. */
const NAMED: readonly Grouping[] = ['api_key', 'client'];

type Names = ReadonlyMap<Group, { name: string }>;

/** What the buckets of a report have in common. */
interface Columns {
  groups: Group[];
  describe: (group: Group) => Partial<UsageGroupDto>;
}

/** Usage over time, without gaps. */
@Injectable()
export class UsageReportService {
  constructor(
    private readonly entityManager: EntityManager,
    private readonly flusher: UsageFlusherService,
    private readonly reader: UsageReaderService,
    private readonly apiKeys: ApiKeysService,
    private readonly clients: ClientsService,
  ) {}

  /** Returns the report in the writer's format. Works in slices, between which other requests can run. */
  async write(scope: ReportScope, query: UsageQueryDto, writer: ReportWriter): Promise<Buffer> {
    const plan = planReport(query, new Date());
    const asOf = await this.flusher.catchUp();
    const work = (em: SqlEntityManager) => this.writeSlices(em, scope, plan, asOf, writer);
    return this.entityManager.transactional(work, {
      isolationLevel: IsolationLevel.REPEATABLE_READ,
      readOnly: true,
    });
  }

  /** Returns the totals of all buckets of the report. */
  async totals(scope: ReportScope, query: UsageQueryDto): Promise<UsageCountsDto> {
    return JSON.parse((await this.write(scope, query, totalsWriter())).toString()) as UsageCountsDto;
  }

  private async writeSlices(
    em: SqlEntityManager,
    scope: ReportScope,
    plan: ReportPlan,
    asOf: Date,
    writer: ReportWriter,
  ): Promise<Buffer> {
    const { interval, boundariesMs } = plan;
    const columns = await this.columnsOf(em, scope, plan);
    const starts = boundariesMs.map((timeMs) => toInstant(new Date(timeMs)));
    const totals = emptySum();
    const parts = [
      writer.begin({ start: starts[0], end: starts[starts.length - 1], interval, as_of: toInstant(asOf) }),
    ];
    // Infinity, so all of them, if there are no groups.
    const bucketsAtOnce = Math.floor(ROWS_AT_ONCE / columns.groups.length);
    for (let first = 0; first < boundariesMs.length - 1; first += bucketsAtOnce) {
      const boundaries = boundariesMs.slice(first, first + bucketsAtOnce + 1);
      const sums = await this.reader.read(em, scope, plan, columns.groups, boundaries);
      await setImmediate();
      for (const sum of sums) addTo(totals, sum);
      parts.push(writer.add(toBuckets(starts.slice(first, first + boundaries.length - 1), sums, columns)));
      await setImmediate();
    }
    parts.push(writer.end(toCounts(totals)));
    return Buffer.concat(parts.map((part) => Buffer.from(part)));
  }

  private async columnsOf(em: SqlEntityManager, scope: ReportScope, plan: ReportPlan): Promise<Columns> {
    const { grouping, boundariesMs } = plan;
    if (!grouping) return { groups: [null], describe: () => ({}) };
    const fitting = Math.floor(MOST_ROWS / (boundariesMs.length - 1)) - 1;
    const most = NAMED.includes(grouping) ? Math.min(MOST_GROUPS, fitting) : MOST_GROUPS;
    const found = await this.reader.busiest(em, scope, { ...plan, grouping }, most + 1);
    const groups = found.slice(0, most).sort((a, b) => (a! < b! ? -1 : 1));
    if (found.length > most) groups.push(null);
    const names = await this.namesOf(groups, grouping);
    return { groups, describe: (group) => describe(group, grouping, names) };
  }

  private async namesOf(groups: Group[], grouping: Grouping): Promise<Names> {
    if (!NAMED.includes(grouping)) return new Map();
    const ids = groups.filter((group) => typeof group === 'string');
    return grouping === 'api_key' ? this.apiKeys.byId(ids) : this.clients.byId(ids);
  }
}

function toBuckets(
  starts: readonly string[],
  sums: readonly BucketSum[],
  { groups, describe }: Columns,
): UsageBucketDto[] {
  const nothing = toCounts(emptySum());
  const buckets = starts.map(() => new Map<Group, BucketSum>());
  for (const sum of sums) buckets[sum.bucket].set(sum.group, sum);
  return starts.map((start, i) => ({
    start,
    groups: groups.map((group) => {
      const sum = buckets[i].get(group);
      return { ...describe(group), ...(sum ? toCounts(sum) : nothing) };
    }),
  }));
}

function describe(group: Group, grouping: Grouping, names: Names): Partial<UsageGroupDto> {
  if (grouping === 'endpoint') return { endpoint: String(group) };
  if (grouping === 'status') return { status: Number(group) };
  const name = names.get(group)?.name ?? null;
  return grouping === 'api_key'
    ? { api_key_id: group as string | null, api_key_name: name }
    : { client_id: group as string | null, client_name: name };
}
