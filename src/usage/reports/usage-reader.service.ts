import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { LATENCY_COLUMNS } from '../metering/latency-buckets.js';
import {
  ACCOUNT_DAYS,
  ACCOUNT_QUARTERS,
  CLIENT_DAYS,
  CLIENT_MINUTES,
  CLIENT_QUARTERS,
  DAY_MS,
  EVERY_ACCOUNT,
  type RollUpTable,
} from '../metering/roll-up-tables.js';
import { type ReportPlan } from './report-plan.js';
import { type ReportScope } from './report-scope.service.js';
import { type Grouping } from './usage-query.dto.js';
import { type UsageSum } from './usage-sum.js';

/** The sum of a bucket of the report, from 0, and of a group, where there are groups. */
export interface BucketSum extends UsageSum {
  bucket: number;
  group: string | number | null;
}

const GROUP_COLUMNS: Record<Grouping, string> = {
  endpoint: 'route',
  status: 'status',
  api_key: 'key_id',
  client: 'client_id',
};

/** Reads sums out of the smallest roll-up table that has them. */
@Injectable()
export class UsageReader {
  constructor(private readonly entityManager: EntityManager) {}

  read(scope: ReportScope, plan: ReportPlan): Promise<BucketSum[]> {
    const table = tableFor(scope, plan);
    const { boundariesMs, grouping } = plan;
    const { condition, values } = conditionOf(scope, table);
    const boundaries = boundariesMs.map((timeMs) => new Date(timeMs).toISOString());
    const latencies = LATENCY_COLUMNS.map((column) => `coalesce(sum(${column}), 0)::float8`);
    return this.entityManager.fork().execute<BucketSum[]>(
      `select width_bucket(start, ?::timestamptz[]) - 1 as bucket,
         ${grouping ? GROUP_COLUMNS[grouping] : 'null'} as group,
         sum(requests)::float8 as requests, sum(units)::float8 as units, sum(bytes)::float8 as bytes,
         coalesce(sum(requests) filter (where status >= 400), 0)::float8 as errors,
         coalesce(sum(requests) filter (where status = 429), 0)::float8 as throttled,
         array[${latencies.join(', ')}] as latencies
       from usage.${table.name}
       where start >= ? and start < ?${condition}
       group by 1, 2`,
      [`{${boundaries.join(',')}}`, boundaries[0], boundaries[boundaries.length - 1], ...values],
    );
  }
}

function tableFor({ clientId }: ReportScope, { interval, grouping, boundariesMs }: ReportPlan): RollUpTable {
  if (interval === 'minute') return CLIENT_MINUTES;
  const isByClient = clientId !== undefined || grouping === 'api_key' || grouping === 'client';
  const isByUtcDay = interval === 'day' && boundariesMs.every((timeMs) => timeMs % DAY_MS === 0);
  if (isByUtcDay) return isByClient ? CLIENT_DAYS : ACCOUNT_DAYS;
  return isByClient ? CLIENT_QUARTERS : ACCOUNT_QUARTERS;
}

function conditionOf(
  { accountId, clientId, keyId }: ReportScope,
  { keys }: RollUpTable,
): { condition: string; values: string[] } {
  if (!keys.includes('client_id'))
    return { condition: ' and account_id = ?', values: [accountId ?? EVERY_ACCOUNT] };
  const equals = { account_id: accountId, client_id: clientId, key_id: keyId };
  const set = Object.entries(equals).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return {
    condition: set.map(([column]) => ` and ${column} = ?`).join(''),
    values: set.map(([, value]) => value),
  };
}
