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
    /** Set by a handler whose answer costs less than the price of the request: what it costs. */
    usedUnits?: number;
  }
}

/**
 * Every answer to a key that is or was ours tells the client's limits. A request that is refused after it was admitted,
 * or fails, costs nothing; one whose answer the caller holds already costs a unit. The answer says so, too.
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

/** Gives back what an admitted request took, and tells how the windows stand then. */
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

/** How the windows stand where that is not what the throttler said when it decided. */
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

/** What the request took and does not use. */
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

/** The same where the client's organization has limits, too. */
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
