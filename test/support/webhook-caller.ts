import type { ApiCaller } from './api-caller.js';

export interface Webhook {
  id: string;
  organization_id: string;
  secret: string;
  url: string;
  description: string | null;
  event_types: string[] | null;
  status: 'enabled' | 'disabled';
  disabled_reason: string | null;
  failing_since: string | null;
  previous_secret_ends_at: string | null;
}

export interface Delivery {
  id: string;
  event_type: string;
  body: string;
  status: 'pending' | 'delivered' | 'failed';
  attempts: number;
  last_attempt_at: string | null;
  last_status: number | null;
  last_duration_ms: number | null;
  error: string | null;
  next_attempt_at: string | null;
  created_at: string;
  ended_at: string | null;
}

/** Creates a webhook and returns it with its secret. */
export async function newWebhook(caller: ApiCaller, given: Record<string, unknown> = {}): Promise<Webhook> {
  const { status, body } = await caller.post<Webhook>('/v1/webhooks', {
    url: 'https://hooks.example.com',
    ...given,
  });
  if (status !== 201) throw new Error(`${status}: ${JSON.stringify(body)}`);
  return body;
}

/** Creates a webhook and returns its ID. */
export async function createWebhook(caller: ApiCaller, given: Record<string, unknown> = {}): Promise<string> {
  return (await newWebhook(caller, given)).id;
}

/** Creates a webhook, sends it a test event, and returns both IDs. */
export async function webhookWithEvent(
  caller: ApiCaller,
  given: Record<string, unknown> = {},
): Promise<{ webhookId: string; eventId: string }> {
  const webhookId = await createWebhook(caller, given);
  const { body } = await caller.post<Delivery>(`/v1/webhooks/${webhookId}/test`);
  return { webhookId, eventId: body.id };
}

/** Returns a webhook's deliveries, newest first. */
export async function deliveriesOf(caller: ApiCaller, webhookId: string): Promise<Delivery[]> {
  return (await caller.get<{ data: Delivery[] }>(`/v1/webhooks/${webhookId}/deliveries?limit=100`)).body.data;
}
