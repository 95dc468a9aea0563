/** Not announced as an event: only the webhook is told. */
export const TEST = 'webhook.test';

/** The next event of a webhook, and the claim by which a process has the webhook. */
export interface ClaimedDelivery {
  webhookId: string;
  organizationId: string;
  claim: number;
  isSlow: boolean;
  url: string;
  /** Sealed. */
  secrets: string[];
  eventId: string;
  body: string;
  /** Somebody tries the endpoint: a failure says nothing about what it is sent. */
  isTest: boolean;
  isByHand: boolean;
  retriesLeft: number;
}

/** What became of an attempt: a status, or the reason why there was none. */
export interface Attempt {
  status: number | null;
  error: string | null;
  durationMs: number;
  /** What the endpoint asked for. */
  retryAfterS?: number;
}

export type Outcome = 'delivered' | 'retried' | 'failed';
