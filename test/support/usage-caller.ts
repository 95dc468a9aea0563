import { type ApiCaller } from './api-caller.js';

export interface UsageCounts {
  requests: number;
  units: number;
  errors: number;
  throttled: number;
  bytes: number;
  latency_ms: { p50: number | null; p95: number | null; p99: number | null };
}

export type UsageGroup = UsageCounts & Record<string, unknown>;

export interface Usage {
  start: string;
  end: string;
  interval: string;
  as_of: string;
  buckets: { start: string; groups: UsageGroup[] }[];
  totals: UsageCounts;
}

export const USAGE = '/v1/usage';

/** The usage that a caller reads; throws for anything but 200. */
export async function readUsage(
  caller: ApiCaller,
  query: string,
  headers?: Record<string, string>,
): Promise<Usage> {
  const { status, body } = await caller.get<Usage>(`${USAGE}?${query}`, headers);
  if (status !== 200) throw new Error(`${status}: ${JSON.stringify(body)}`);
  return body;
}

/** HTTP Basic of a client. */
export function basic(clientId: string, secret: string): Record<string, string> {
  return { authorization: `Basic ${Buffer.from(`${clientId}:${secret}`).toString('base64')}` };
}
