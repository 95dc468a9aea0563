import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { ApiKeysService } from '../../api-keys/index.js';
import { Configuration } from '../../core/config/index.js';
import { DatabaseClockService } from '../../core/database/index.js';
import { Problem, readPage } from '../../core/http/index.js';
import { DAY_MS, toInstant } from '../../core/time/index.js';
import type { ProblemCode } from '../../core/features/index.js';
import { ACCOUNT_DAYS, CLIENT_DAYS, EVERY_ACCOUNT, type RollUpTable } from '../metering/roll-up-tables.js';
import { UsageFlusherService } from '../metering/usage-flusher.service.js';
import {
  type LoggedRequestDto,
  type RequestLogPageDto,
  type RequestLogQueryDto,
} from './logged-request.dto.js';
import { type ReportScope } from './report-scope.service.js';
import { scopeConditions } from './scope-conditions.js';

interface LogRow {
  id: string;
  time: string | Date;
  client_id: string;
  key_id: string;
  route: string;
  status: number;
  code: ProblemCode | null;
  detail: string | null;
  units: string | number | null;
  duration_us: string | number;
  request_id: string;
  lat: number | null;
  lon: number | null;
}

interface LoggedRequest extends LogRow {
  key_start: string | null;
}

/** A condition on a row, and the value of its placeholder; if undefined, the condition is omitted. */
type Condition = [sql: string, value: string | number | undefined];

/** Reads the log of individual requests. */
@Injectable()
export class RequestLogService {
  constructor(
    private readonly entityManager: EntityManager,
    private readonly flusher: UsageFlusherService,
    private readonly apiKeys: ApiKeysService,
    private readonly configuration: Configuration,
    private readonly clock: DatabaseClockService,
  ) {}

  /** Newest first. */
  async page(scope: ReportScope, query: RequestLogQueryDto): Promise<RequestLogPageDto> {
    // Later pages are older than anything that may not be flushed yet.
    if (query.cursor === undefined) await this.flusher.catchUp();
    const statuses: Condition[] = [
      ['status >= ?', lowestStatus(query.status)],
      ['status <= ?', highestStatus(query.status)],
    ];
    const find = ({ before, limit }: { before?: string; limit: number }) =>
      this.find(limit, [
        ...scopeConditions(scope),
        ...statuses,
        ['id < ?', before],
        ['code = ?', query.code],
      ]);
    const page = await readPage(query, 'req', find, toDto);
    return { ...page, dropped: await this.countDropped(scope, statuses) };
  }

  /** Counts the requests that the log leaves out: all that were counted on its days, without those that it has. */
  private async countDropped(scope: ReportScope, statuses: Condition[]): Promise<number> {
    const keptMs = this.configuration.requestLogRetentionDays * DAY_MS;
    const firstDay = new Date(this.clock.nowMs() - keptMs).toISOString().slice(0, 10);
    const { table, conditions: ofTable } = countedIn(scope);
    const counted = whereOf([['start >= ?', firstDay], ...ofTable, ...statuses]);
    const logged = whereOf([['time >= ?', firstDay], ...scopeConditions(scope), ...statuses]);
    const [{ dropped }] = await this.entityManager.execute<[{ dropped: number }]>(
      `select ((select coalesce(sum(requests), 0) from usage.${table.name} ${counted.where})
         - (select count(*) from usage.requests ${logged.where}))::float8 as dropped`,
      [...counted.values, ...logged.values],
    );
    return dropped;
  }

  /** @throws Problem not_found for an ID that doesn't exist or is outside of the scope */
  async entry(scope: ReportScope, id: string): Promise<LoggedRequestDto> {
    await this.flusher.catchUp();
    const [row] = await this.find(1, [...scopeConditions(scope), ['id = ?', id]]);
    if (!row) throw new Problem('not_found', { detail: `There is no logged request ${id}.` });
    return toDto(row);
  }

  private async find(limit: number, conditions: Condition[]): Promise<LoggedRequest[]> {
    const { where, values } = whereOf(conditions);
    const rows = await this.entityManager.execute<LogRow[]>(
      `select id, time, client_id, key_id, route, status, code, detail,
         units, duration_us, request_id, lat::float8 as lat, lon::float8 as lon
       from usage.requests
       ${where} order by id desc limit ?`,
      [...values, limit],
    );
    const keys = await this.apiKeys.byId(rows.map(({ key_id }) => key_id));
    return rows.map((row) => ({ ...row, key_start: keys.get(row.key_id)?.start ?? null }));
  }
}

/** Returns the smallest table that counts all requests within a scope. */
function countedIn(scope: ReportScope): { table: RollUpTable; conditions: Condition[] } {
  return scope.clientIds === undefined && scope.keyId === undefined
    ? { table: ACCOUNT_DAYS, conditions: [['account_id = ?', scope.accountId ?? EVERY_ACCOUNT]] }
    : { table: CLIENT_DAYS, conditions: scopeConditions(scope) };
}

function whereOf(conditions: Condition[]): { where: string; values: unknown[] } {
  const given = conditions.filter(([, value]) => value !== undefined);
  return {
    where: given.length > 0 ? `where ${given.map(([condition]) => condition).join(' and ')}` : '',
    values: given.map(([, value]) => value),
  };
}

function lowestStatus(status: string | undefined): number | undefined {
  return status === undefined ? undefined : Number(status.replace('xx', '00'));
}

function highestStatus(status: string | undefined): number | undefined {
  return status === undefined ? undefined : Number(status.replace('xx', '99'));
}

function toDto(row: LoggedRequest): LoggedRequestDto {
  const { id, lat, lon, status, code, detail, units } = row;
  return {
    id,
    time: toInstant(new Date(row.time)),
    endpoint: row.route,
    status,
    code,
    detail,
    units: units === null ? null : Number(units),
    latency_ms: Number(row.duration_us) / 1000,
    request_id: row.request_id,
    client_id: row.client_id,
    api_key_id: row.key_id,
    api_key_start: row.key_start,
    point: lat === null || lon === null ? null : { lat: toTenth(lat), lon: toTenth(lon) },
  };
}

function toTenth(degrees: number): number {
  return Math.round(degrees * 10) / 10;
}
