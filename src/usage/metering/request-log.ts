import { monotonicFactory } from 'ulid';
import { DAY_MS } from '../../core/time/index.js';
import { type UsageEvent } from './journal/usage-event.types.js';

const nextUlid = monotonicFactory();

export interface RequestLogRow {
  id: string;
  time: string;
  account_id: string;
  client_id: string;
  key_id: string;
  route: string;
  status: number;
  duration_us: number;
  request_id: string;
  lat: number | null;
  lon: number | null;
  code: string | null;
  detail: string | null;
  units: number;
}

/** Returns undefined if the request log omits the request. IDs sort by the time of the response. */
export function requestLogRow({
  owner,
  route,
  timeMs,
  status,
  units,
  durationUs,
  detail,
}: UsageEvent): RequestLogRow | undefined {
  if (!detail) return undefined;
  return {
    id: `req_${nextUlid(timeMs)}`,
    time: new Date(timeMs).toISOString(),
    account_id: owner.accountId,
    client_id: owner.clientId,
    key_id: owner.keyId,
    route,
    status,
    duration_us: durationUs,
    request_id: detail.requestId,
    lat: detail.point?.lat ?? null,
    lon: detail.point?.lon ?? null,
    code: detail.problem?.code ?? null,
    detail: detail.problem?.detail ?? null,
    units,
  };
}

/** A partition of the request log, which holds one UTC day. */
export interface LogPartition {
  name: string;
  /** Its day and the next one, as `2026-11-22`. */
  from: string;
  to: string;
}

export function logPartition(timeMs: number): LogPartition {
  const day = (ms: number) => new Date(ms).toISOString().slice(0, 10);
  const from = day(timeMs);
  return { name: `requests_${from.replaceAll('-', '')}`, from, to: day(Date.parse(from) + DAY_MS) };
}
