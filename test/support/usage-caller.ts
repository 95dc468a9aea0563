import { type ApiCaller, createApiKey, createClient } from './api-caller.js';

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

/**
 * Returns the usage that a caller reads.
 * @throws Error for any status but 200
 */
export async function readUsage(
  caller: ApiCaller,
  query: string,
  headers?: Record<string, string>,
): Promise<Usage> {
  const { status, body } = await caller.get<Usage>(`${USAGE}?${query}`, headers);
  if (status !== 200) throw new Error(`${status}: ${JSON.stringify(body)}`);
  return body;
}

export interface LoggedRequest {
  clientId: string;
  /** ID in the request log. */
  loggedRequestId: string;
  requestId: string;
}

/** Sends a request that is refused, from a new client, and returns its entry in the request log. */
export async function logRequest(
  owner: ApiCaller,
  client: Record<string, unknown> = {},
): Promise<LoggedRequest> {
  const clientId = await createClient(owner, client);
  const { key } = await createApiKey(owner, clientId);
  const { headers } = await owner.get('/v1/weather/forecast', { apikey: key });
  const { body } = await owner.get<{ data: { id: string }[] }>(`${USAGE}/requests?client_id=${clientId}`);
  return { clientId, loggedRequestId: body.data[0].id, requestId: headers.get('x-request-id')! };
}

/** Returns a client's HTTP Basic header. */
export function basic(clientId: string, secret: string): Record<string, string> {
  return { authorization: `Basic ${Buffer.from(`${clientId}:${secret}`).toString('base64')}` };
}
