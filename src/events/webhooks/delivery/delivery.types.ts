/** Not published as an event: only sent to the webhook. */
export const TEST = 'webhook.test';

/** The next event of a webhook, with the process's claim on the webhook. */
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
  /** Whether it is a test. A failed test doesn't count as a failure of the webhook. */
  isTest: boolean;
  isByHand: boolean;
  retriesLeft: number;
}

/** The outcome of an attempt: a status, or the reason why there was none. */
export interface Attempt {
  status: number | null;
  error: string | null;
  durationMs: number;
  /** The wait that the endpoint asked for. */
  retryAfterS?: number;
}

export type Outcome = 'delivered' | 'retried' | 'failed';
