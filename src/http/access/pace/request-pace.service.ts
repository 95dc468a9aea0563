import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { networkOf } from '../../../common/address-range.js';
import { tooManyAttempts } from '../../problems/too-many-attempts.js';
import { MinuteBudget } from './minute-budget.js';

/** Of an account on management routes, by its sessions and its clients' credentials together. */
export const MANAGEMENT_REQUESTS_PER_MINUTE = 1_200;
const BYTES_OF_A_REQUEST = 250_000;
/** Of a client's keys, of an account, and of an address. */
export const REFUSALS_PER_MINUTE = 600;

const NO_REFUSALS = new Set([401, 429]);

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the pace guard: whose refusal it is if the request is refused. */
    refusalOf?: string;
  }
}

/**
 * Keeps those who make refused requests, which cost their quotas nothing, and those who only manage, from taking the
 * process away from others. It counts in each process alone, since it is a process that it protects.
 */
@Injectable()
export class RequestPaceService {
  private readonly management = new MinuteBudget(MANAGEMENT_REQUESTS_PER_MINUTE);
  private readonly refusals = new MinuteBudget(REFUSALS_PER_MINUTE);

  /** Before anything about what is asked is looked at. @throws Problem too_many_attempts */
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
    // Who shares an address with others does not wait for their refusals.
    if (!this.refusals.isTouched(caller)) return;
    refuseFor(this.refusals.waitSeconds(caller));
    refuseFor(this.refusals.waitSeconds(networkOf(request.ip)));
  }

  /** A long answer of a management route counts as several. */
  chargeFor(accountId: string, answer: Buffer): void {
    this.management.spend(accountId, Date.now(), Math.floor(answer.length / BYTES_OF_A_REQUEST));
  }

  /** Credentials that fail and spent quotas are counted elsewhere. */
  noteAnswer(request: FastifyRequest, status: number): void {
    const { refusalOf } = request;
    if (refusalOf === undefined || status < 400 || status >= 500 || NO_REFUSALS.has(status)) return;
    const address = networkOf(request.ip);
    this.refusals.spend(address);
    if (refusalOf !== address) this.refusals.spend(refusalOf);
  }
}

/** Pages and health checks, which are answered whoever shares the address. */
function asksNothing({ body, query }: FastifyRequest): boolean {
  return body === undefined && Object.keys(query as object).length === 0;
}

function refuseFor(waitSeconds: number): void {
  if (waitSeconds > 0) throw tooManyAttempts(waitSeconds);
}
