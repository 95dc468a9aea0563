import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ONE_REQUEST } from './client-limits.js';
import { type Admission, type LimitStorage, type Standing } from './limit.storage.js';
import {
  bothPolicies,
  bothStates,
  giveBackBoth,
  isLimited,
  type Limited,
  peekAtBoth,
} from './organization-limits.js';
import { writeLimits } from './limit-headers.js';
import { policyText, stateText } from './rate-limit-headers.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by a handler whose response costs less than the price of the request: the actual cost. */
    usedUnits?: number;
  }
}

/**
 * Reports the client's limits in every response to a known key, valid or not. A request that fails, or is refused after
 * it was admitted, costs nothing; one with the response 304 costs a unit. The reported limits reflect that.
 */
export function addLimitHooks(fastify: FastifyInstance, limits: LimitStorage): void {
  fastify.decorateRequest('keyOwner', undefined);
  fastify.decorateRequest('principal', undefined);
  fastify.decorateRequest('admission', undefined);
  fastify.decorateRequest('rateLimit', undefined);
  fastify.decorateRequest('usedUnits', undefined);
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

/** Gives back what an admitted request took, and reports the state of the windows after that. */
export async function takeBackAdmission(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const { admission, keyOwner } = request;
  if (!admission) return;
  request.admission = undefined;
  const owner = keyOwner!;
  if (isLimited(owner)) {
    const standings = await giveBackBoth(admission, owner);
    writeLimits(reply, bothPolicies(owner), bothStates(owner, standings));
    return;
  }
  const { clientId, rateLimits } = owner;
  const { consumption, nowMs } = await admission.takenFrom.giveBack(clientId, rateLimits, admission);
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
  return request.rateLimit === undefined ? limits.standingOf(clientId, rateLimits) : undefined;
}

/** Returns what the request took and does not use. */
function takeUnused(request: FastifyRequest, statusCode: number): Admission | undefined {
  const { admission } = request;
  if (admission && statusCode >= 400) {
    request.admission = undefined;
    return admission;
  }
  const used = statusCode === 304 ? ONE_REQUEST.units : request.usedUnits;
  if (admission && used !== undefined && used < admission.cost.units) {
    request.admission = { ...admission, cost: { requests: 1, units: used } };
    return { ...admission, cost: { requests: 0, units: admission.cost.units - used } };
  }
  return undefined;
}

/** Reports the limits of a client whose organization has limits, too. */
async function writeBoth(
  request: FastifyRequest,
  reply: FastifyReply,
  limits: LimitStorage,
  owner: Limited,
): Promise<void> {
  const unused = takeUnused(request, reply.statusCode);
  const standings = unused
    ? await giveBackBoth(unused, owner)
    : request.rateLimit === undefined
      ? await peekAtBoth(limits, owner)
      : undefined;
  writeLimits(reply, bothPolicies(owner), standings ? bothStates(owner, standings) : request.rateLimit!);
}
