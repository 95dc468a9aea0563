import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { networkOf } from '../../../network/address-range.js';
import { tooManyAttempts } from '../../problems/too-many-attempts.js';
import { Budget } from './budget.js';

/** Per account on management routes, for its sessions and its clients' credentials together. */
export const MANAGEMENT_REQUESTS_PER_MINUTE = 1_200;
const BYTES_OF_A_REQUEST = 250_000;
/** Per client (all of its keys), per account, and per address. */
export const REFUSALS_PER_MINUTE = 600;
/** A refusal counts once more for each of these bytes of its body, and for each millisecond that checking it took. */
const BYTES_OF_A_REFUSAL = 16 * 1024;

const NO_REFUSALS = new Set([401, 429]);

/**
 * Keeps callers from monopolizing the process with requests that cost no quota: refused or failed requests and
 * management requests. Counts per process, since it protects a process.
 */
@Injectable()
export class RequestPaceService {
  private readonly management = new Budget(MANAGEMENT_REQUESTS_PER_MINUTE);
  private readonly refusals = new Budget(REFUSALS_PER_MINUTE);

  /** Must run before the content of the request is checked. @throws Problem too_many_attempts */
  admit(request: FastifyRequest): void {
    const accountId = request.actor?.accountId;
    if (accountId) {
      refuseFor(this.management.waitSeconds(accountId));
      this.management.spend(accountId);
    }
    const identity = request.keyOwner?.clientId ?? accountId;
    if (!identity && asksNothing(request)) return;
    const caller = identity ?? networkOf(request.ip);
    request.refusalOf = caller;
    // A caller without refusals doesn't wait for those of others at the same address.
    if (!this.refusals.isTouched(caller)) return;
    refuseFor(this.refusals.waitSeconds(caller));
    refuseFor(this.refusals.waitSeconds(networkOf(request.ip)));
  }

  /** Charges a long response of a management route as several requests. */
  chargeFor(accountId: string, answer: Buffer): void {
    this.management.spend(accountId, Date.now(), Math.floor(answer.length / BYTES_OF_A_REQUEST));
  }

  /**
   * Charges a refusal or a failure. Failed credentials and exhausted quotas are counted elsewhere. Failures of requests
   * with a key count in the client's limits, and must not keep it from what still works.
   */
  noteAnswer(request: FastifyRequest, status: number): void {
    const { refusalOf } = request;
    if (refusalOf === undefined || status < 400 || NO_REFUSALS.has(status)) return;
    if (status >= 500 && request.keyOwner) return;
    const address = networkOf(request.ip);
    const times = refusalsOf(request);
    this.refusals.spend(address, Date.now(), times);
    if (refusalOf !== address) this.refusals.spend(refusalOf, Date.now(), times);
  }
}

/** Returns how many refusals the refusal of a request counts as, by what it cost. */
function refusalsOf({ headers, largeBody, routeOptions }: FastifyRequest): number {
  const isChunked = headers['transfer-encoding'] !== undefined;
  const bytes = isChunked ? routeOptions.bodyLimit : Number(headers['content-length'] ?? 0);
  return 1 + Math.floor(bytes / BYTES_OF_A_REFUSAL) + Math.floor(largeBody?.ms ?? 0);
}

/** Whether the request has no input. Pages and health checks are served despite refusals of others at the address. */
function asksNothing({ body, query }: FastifyRequest): boolean {
  return body === undefined && Object.keys(query as object).length === 0;
}

function refuseFor(waitSeconds: number): void {
  if (waitSeconds > 0) throw tooManyAttempts(waitSeconds);
}
