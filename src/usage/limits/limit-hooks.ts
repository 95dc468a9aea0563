import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Cost, ONE_REFUSAL, ONE_REQUEST } from './client-limits.js';
import { type Admission, type LimitStorage, type Standing } from './limit.storage.js';
import {
  type BothStandings,
  bothPolicies,
  bothStates,
  giveBackBoth,
  isLimited,
  type Limited,
  peekAtBoth,
  takeBoth,
} from './organization-limits.js';
import { writeLimits } from './limit-headers.js';
import { policyText, stateText } from './rate-limit-headers.js';

const NOTHING: Cost = { requests: 0, units: 0 };

/**
 * Reports the client's limits in every response to a known key, valid or not. A refused or failed request costs no
 * units, and one with the response 304 costs a unit. All count as requests, but for those whose key doesn't work or
 * that are throttled. The reported limits reflect that.
 */
export function addLimitHooks(fastify: FastifyInstance, limits: LimitStorage): void {
  fastify.addHook('onSend', (request, reply, _payload, done) => {
    const owner = request.keyOwner;
    if (!owner) return done();
    if (isLimited(owner)) {
      void writeBoth(request, reply, limits, owner).then(() => done(), done);
      return;
    }
    const { rateLimits } = owner;
    const standing = standingAfter(request, reply, limits);
    if (!standing) {
      writeLimits(reply, policyText(rateLimits), request.rateLimit!);
      return done();
    }
    void Promise.resolve(standing)
      .then(({ consumption, nowMs }) =>
        writeLimits(reply, policyText(rateLimits), stateText(rateLimits, consumption, nowMs)),
      )
      .then(() => done(), done);
  });
}

/** Gives back the units of an admitted request that fails, and reports the state of the windows after that. */
export async function takeBackUnits(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const unused = takeUnused(request, 503);
  if (!unused) return;
  const owner = request.keyOwner!;
  if (isLimited(owner)) {
    const standings = await giveBackBoth(unused, owner);
    writeLimits(reply, bothPolicies(owner), bothStates(owner, standings));
    return;
  }
  const { clientId, rateLimits } = owner;
  const { consumption, nowMs } = await unused.takenFrom.giveBack(clientId, rateLimits, unused);
  writeLimits(reply, policyText(rateLimits), stateText(rateLimits, consumption, nowMs));
}

/** Returns the state of the windows; undefined if it is still the one that the throttler reported. */
function standingAfter(
  request: FastifyRequest,
  { statusCode }: FastifyReply,
  limits: LimitStorage,
): Standing | Promise<Standing> | undefined {
  const { clientId, rateLimits } = request.keyOwner!;
  const unused = takeUnused(request, statusCode);
  if (unused) return unused.takenFrom.giveBack(clientId, rateLimits, unused);
  if (request.rateLimit !== undefined) return undefined;
  return isCounted(statusCode)
    ? limits.take(clientId, rateLimits, ONE_REFUSAL)
    : limits.standingOf(clientId, rateLimits);
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

/** Reports the limits of a client whose organization has limits, too. */
async function writeBoth(
  request: FastifyRequest,
  reply: FastifyReply,
  limits: LimitStorage,
  owner: Limited,
): Promise<void> {
  const unused = takeUnused(request, reply.statusCode);
  let standings: BothStandings | undefined;
  if (unused) standings = await giveBackBoth(unused, owner);
  else if (request.rateLimit === undefined)
    standings = isCounted(reply.statusCode)
      ? await takeBoth(limits, owner, ONE_REFUSAL)
      : await peekAtBoth(limits, owner);
  writeLimits(reply, bothPolicies(owner), standings ? bothStates(owner, standings) : request.rateLimit!);
}
