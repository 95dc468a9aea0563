import { Injectable } from '@nestjs/common';
import { guardedFetch, hostLookup } from '../../../core/outbound/index.js';
import { SecretSealerService } from '../../../core/secrets/index.js';
import { Configuration } from '../../../core/config/index.js';
import { signatures } from '../webhook-secret.js';
import type { Attempt, ClaimedDelivery } from './delivery.types.js';

const TIMEOUT_S = 15;

/** Sends an event to an endpoint once, as specified by Standard Webhooks. */
@Injectable()
export class WebhookCallerService {
  private readonly fetch;

  constructor(
    private readonly sealer: SecretSealerService,
    { webhookAllowedNetworks, dnsServers }: Configuration,
  ) {
    this.fetch = guardedFetch(webhookAllowedNetworks, hostLookup(dnsServers));
  }

  /** Doesn't read the response body: the status suffices, and the body concerns only the endpoint's owner. */
  async call(delivery: ClaimedDelivery, stopping: AbortSignal): Promise<Attempt> {
    const startMs = performance.now();
    const late = AbortSignal.timeout(TIMEOUT_S * 1_000);
    const durationMs = () => Math.round(performance.now() - startMs);
    try {
      const response = await this.fetch(delivery.url, {
        method: 'POST',
        headers: this.headers(delivery),
        body: delivery.body,
        signal: AbortSignal.any([late, stopping]),
      });
      await response.body?.cancel();
      const { status, headers } = response;
      const retryAfterS = parseRetryAfter(headers.get('retry-after'), Date.now());
      return { status, error: null, durationMs: durationMs(), retryAfterS };
    } catch (error) {
      const reason = late.aborted ? `No response within ${TIMEOUT_S} seconds.` : reasonOf(error as Error);
      return { status: null, error: reason, durationMs: durationMs() };
    }
  }

  private headers({ eventId, body, secrets }: ClaimedDelivery): Record<string, string> {
    const timestampS = Math.floor(Date.now() / 1_000);
    const opened = secrets.map((secret) => this.sealer.open(secret));
    return {
      'content-type': 'application/json',
      'user-agent': 'weather-forecast-service',
      'webhook-id': eventId,
      'webhook-timestamp': String(timestampS),
      'webhook-signature': signatures({ id: eventId, timestampS, body }, opened),
    };
  }
}

const NO_ADDRESS = ['ENOTFOUND', 'ENODATA', 'ESERVFAIL', 'ETIMEOUT', 'EREFUSED'];

function reasonOf(error: Error): string {
  const cause = (error.cause ?? error) as NodeJS.ErrnoException;
  if (cause.code === undefined) return cause.message;
  return NO_ADDRESS.includes(cause.code)
    ? `The host name can't be resolved (${cause.code}).`
    : `The connection failed (${cause.code}).`;
}

/** Parses `Retry-After`, which is a number of seconds or a date. Returns seconds, or undefined for anything else. */
function parseRetryAfter(text: string | null, nowMs: number): number | undefined {
  if (text === null) return undefined;
  if (/^\d{1,9}$/.test(text)) return Number(text);
  const seconds = (Date.parse(text) - nowMs) / 1_000;
  return seconds > 0 ? seconds : undefined;
}
