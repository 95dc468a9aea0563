import type { KeyOwner } from '../../api-keys/index.js';
import type { RateLimits } from '../../core/config/index.js';
import { type Cost, type Decision, decide } from './client-limits.js';
import type { Admission, LimitStorage, Standing, TakeResult } from './limit.storage.js';
import { ORGANIZATION_PREFIX, policyText, stateText } from './rate-limit-headers.js';

/** A client's owner whose organization has limits of its own. */
export interface Limited extends KeyOwner {
  readonly organizationLimits: RateLimits;
}

/** The standings of a client and its organization. */
export interface BothStandings {
  readonly client: Standing;
  readonly organization: Standing;
}

/** The decision over the windows of both. */
export type BothTaken = BothStandings & {
  readonly decision: Decision;
  /** The refusing windows, as named in responses. */
  readonly policies: string[];
  readonly admission?: Admission;
};

export function isLimited(owner: KeyOwner): owner is Limited {
  return owner.organizationLimits !== undefined;
}

/**
 * Takes a request out of the windows of the client and of its organization, or out of none: if the organization
 * refuses, what the client's windows gave is given back. A request that finds the client's windows exhausted meanwhile
 * would have found the organization's exhausted, too.
 */
export async function takeBoth(storage: LimitStorage, owner: Limited, cost: Cost): Promise<BothTaken> {
  const { clientId, rateLimits, organizationId, organizationLimits } = owner;
  const client = await storage.take(clientId, rateLimits, cost);
  if (!client.admitted) {
    const standings = { client, organization: await storage.standingOf(organizationId, organizationLimits) };
    return { ...standings, ...judge(owner, standings, cost) };
  }
  const admission = admissionOf(client, cost);
  const organization = await storage.take(organizationId, organizationLimits, cost);
  if (organization.admitted) {
    const both = { ...admission, organization: admissionOf(organization, cost) };
    return { client, organization, decision: organization, policies: [], admission: both };
  }
  const left = await client.takenFrom.giveBack(clientId, rateLimits, admission);
  const { retryAfterSeconds, violated } = organization;
  return {
    client: left,
    organization,
    decision: { admitted: false, violated, retryAfterSeconds },
    policies: violated.map((window) => ORGANIZATION_PREFIX + window),
  };
}

export async function peekAtBoth(storage: LimitStorage, owner: Limited): Promise<BothStandings> {
  return {
    client: await storage.standingOf(owner.clientId, owner.rateLimits),
    organization: await storage.standingOf(owner.organizationId, owner.organizationLimits),
  };
}

export async function giveBackBoth(admission: Admission, owner: Limited): Promise<BothStandings> {
  const { clientId, rateLimits, organizationId, organizationLimits } = owner;
  const ofOrganization = admission.organization!;
  return {
    client: await admission.takenFrom.giveBack(clientId, rateLimits, admission),
    organization: await ofOrganization.takenFrom.giveBack(organizationId, organizationLimits, {
      ...ofOrganization,
      cost: admission.cost,
    }),
  };
}

/** Decides whether both admit a request now, and if not, why and until when. Takes nothing. */
export function judge(
  { rateLimits, organizationLimits }: Limited,
  { client, organization }: BothStandings,
  cost: Cost,
): Pick<BothTaken, 'decision' | 'policies'> {
  const own = decide(client.consumption, rateLimits, cost, client.nowMs);
  const shared = decide(organization.consumption, organizationLimits, cost, organization.nowMs);
  return {
    decision: {
      admitted: own.admitted && shared.admitted,
      violated: [...new Set([...own.violated, ...shared.violated])],
      retryAfterSeconds: Math.max(own.retryAfterSeconds, shared.retryAfterSeconds),
    },
    policies: [...own.violated, ...shared.violated.map((window) => ORGANIZATION_PREFIX + window)],
  };
}

/** Returns `RateLimit-Policy` for both. */
export function bothPolicies({ rateLimits, organizationLimits }: Limited): string {
  return joined(policyText(rateLimits), policyText(organizationLimits, ORGANIZATION_PREFIX));
}

/** Returns `RateLimit` for both. */
export function bothStates(
  { rateLimits, organizationLimits }: Limited,
  { client, organization }: BothStandings,
): string {
  return joined(
    stateText(rateLimits, client.consumption, client.nowMs),
    stateText(organizationLimits, organization.consumption, organization.nowMs, ORGANIZATION_PREFIX),
  );
}

function joined(...texts: string[]): string {
  return texts.filter((text) => text !== '').join(', ');
}

function admissionOf({ nowMs, takenFrom }: TakeResult, cost: Cost): Admission {
  return { cost, takenMs: nowMs, takenFrom };
}
