import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Cost, ONE_REFUSAL, ONE_REQUEST } from './client-limits.js';
import { type Admission, type LimitStorage, type Standing } from './limit.storage.js';
import {
  giveBack,
  holdersOf,
  type LimitHolder,
  peek,
  policiesText,
  statesText,
  take,
} from './limit-holders.js';
import { writeLimits } from './limit-headers.js';

const NOTHING: Cost = { requests: 0, units: 0 };

/**
 * Reports the client's limits in every response to a known key, valid or not. A refused or failed request costs no
 * units, and one with the response 304 costs a unit. All count as requests, but for those whose key doesn't work or
 * that are throttled. The reported limits reflect that.
 */
export function addLimitHooks(fastify: FastifyInstance, limits: LimitStorage): void {
  fastify.addHook('onSend', (request, reply, _payload, done) => {
    if (!request.keyOwner) return done();
    const holders = holdersOf(request.keyOwner);
    const standings = standingsAfter(request, reply, limits, holders);
    if (!standings) {
      writeLimits(reply, policiesText(holders), request.rateLimit!);
      return done();
    }
    void standings
      .then((after) => writeLimits(reply, policiesText(holders), statesText(holders, after)))
      .then(() => done(), done);
  });
}

/** Gives back the units of an admitted request that fails, and reports the state of the windows after that. */
export async function takeBackUnits(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const unused = takeUnused(request, 503);
  if (!unused) return;
  const holders = holdersOf(request.keyOwner!);
  writeLimits(reply, policiesText(holders), statesText(holders, await giveBack(holders, unused)));
}

/** Returns the state of the windows; undefined if it is still the one that the throttler reported. */
function standingsAfter(
  request: FastifyRequest,
  { statusCode }: FastifyReply,
  limits: LimitStorage,
  holders: readonly LimitHolder[],
): Promise<readonly Standing[]> | undefined {
  const unused = takeUnused(request, statusCode);
  if (unused) return giveBack(holders, unused);
  if (request.rateLimit !== undefined) return undefined;
  if (!isCounted(statusCode)) return peek(limits, holders);
  return take(limits, holders, ONE_REFUSAL).then(({ standings }) => standings);
}

/** Returns what the request took and does not use. */
function takeUnused(request: FastifyRequest, statusCode: number): Admission | undefined {
  const { admission } = request;
  if (!admission) return undefined;
  const { requests, units } = admission.cost;
  const used = usedOf(request, admission.cost, statusCode);
  if (used.requests === requests && used.units === units) return undefined;
  request.admission = { ...admission, cost: used };
  return { ...admission, cost: { requests: requests - used.requests, units: units - used.units } };
}

function usedOf({ usedUnits }: FastifyRequest, cost: Cost, statusCode: number): Cost {
  if (!isCounted(statusCode)) return NOTHING;
  if (statusCode >= 400) return ONE_REFUSAL;
  const used = statusCode === 304 ? ONE_REQUEST.units : usedUnits;
  return used !== undefined && used < cost.units ? { ...cost, units: used } : cost;
}

/** Whether second and minute count the response: every one but those to keys that don't work and to throttled requests. */
function isCounted(statusCode: number): boolean {
  return statusCode !== 401 && statusCode !== 429;
}
