import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { ApiKeysService } from '../../api-keys/index.js';
import { type Page, Problem, readPage } from '../../core/http/index.js';
import { toInstant } from '../../core/time/index.js';
import type { ProblemCode } from '../../core/features/index.js';
import { UsageFlusherService } from '../metering/usage-flusher.service.js';
import { type LoggedRequestDto, type RequestLogQueryDto } from './logged-request.dto.js';
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
  ) {}

  /** Newest first. */
  async page(scope: ReportScope, query: RequestLogQueryDto): Promise<Page<LoggedRequestDto>> {
    // Later pages are older than anything that may not be flushed yet.
    if (query.cursor === undefined) await this.flusher.catchUp();
    const find = ({ before, limit }: { before?: string; limit: number }) =>
      this.find(limit, [
        ...scopeConditions(scope),
        ['id < ?', before],
        ['status >= ?', lowestStatus(query.status)],
        ['status <= ?', highestStatus(query.status)],
        ['code = ?', query.code],
      ]);
    return readPage(query, 'req', find, toDto);
  }

  /** @throws Problem not_found for an ID that doesn't exist or is outside of the scope */
  async entry(scope: ReportScope, id: string): Promise<LoggedRequestDto> {
    await this.flusher.catchUp();
    const [row] = await this.find(1, [...scopeConditions(scope), ['id = ?', id]]);
    if (!row) throw new Problem('not_found', { detail: `There is no logged request ${id}.` });
    return toDto(row);
  }

  private async find(limit: number, conditions: Condition[]): Promise<LoggedRequest[]> {
    const given = conditions.filter(([, value]) => value !== undefined);
    const where = given.length > 0 ? `where ${given.map(([condition]) => condition).join(' and ')}` : '';
    const rows = await this.entityManager.execute<LogRow[]>(
      `select id, time, client_id, key_id, route, status, code, detail,
         units, duration_us, request_id, lat::float8 as lat, lon::float8 as lon
       from usage.requests
       ${where} order by id desc limit ?`,
      [...given.map(([, value]) => value), limit],
    );
    const keys = await this.apiKeys.byId(rows.map(({ key_id }) => key_id));
    return rows.map((row) => ({ ...row, key_start: keys.get(row.key_id)?.start ?? null }));
  }
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
