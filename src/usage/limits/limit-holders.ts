import type { KeyOwner } from '../../api-keys/index.js';
import type { RateLimits } from '../../core/config/index.js';
import { type Cost, type Decision, decide } from './client-limits.js';
import type { Admission, LimitStorage, Standing, TakeResult } from './limit.storage.js';
import { policyText, stateText } from './rate-limit-headers.js';

/** Who has windows of their own: a client, and its organization, which all of its clients share. */
export interface LimitHolder {
  readonly id: string;
  readonly limits: RateLimits;
  /** Of the names of its windows in headers and errors. */
  readonly prefix: string;
}

export type Limited = Pick<KeyOwner, 'clientId' | 'rateLimits' | 'organizationId' | 'organizationLimits'>;

/** A decision over the windows of all holders, and their standings after it. */
export interface Judged {
  readonly decision: Decision;
  /** The refusing windows, as named in responses. */
  readonly policies: readonly string[];
  readonly standings: readonly Standing[];
}

/** The holders whose windows a request must fit into: the client first. */
export function holdersOf(owner: Limited): readonly LimitHolder[] {
  const { clientId, rateLimits, organizationId, organizationLimits } = owner;
  const client = { id: clientId, limits: rateLimits, prefix: '' };
  if (organizationLimits === undefined) return [client];
  return [client, { id: organizationId, limits: organizationLimits, prefix: 'organization-' }];
}

/**
 * Takes a request out of all windows of all holders, or out of none: if one refuses, what those before it gave is given
 * back. A request that finds their windows exhausted meanwhile would have found the refusing ones exhausted, too.
 */
export async function take(
  storage: LimitStorage,
  holders: readonly LimitHolder[],
  cost: Cost,
): Promise<Judged & { admission?: Admission }> {
  const taken: TakeResult[] = [];
  for (const { id, limits } of holders) {
    const result = await storage.take(id, limits, cost);
    if (!result.admitted) return refused(storage, holders, cost, taken, result);
    taken.push(result);
  }
  return { decision: taken[0], policies: [], standings: taken, admission: { cost, taken } };
}

/** What the others say after a refusal by the holder that follows those in `taken`. */
async function refused(
  storage: LimitStorage,
  holders: readonly LimitHolder[],
  cost: Cost,
  taken: readonly TakeResult[],
  refusal: TakeResult,
): Promise<Judged> {
  const others = holders.slice(taken.length + 1);
  const before = await giveBack(holders.slice(0, taken.length), { cost, taken });
  const after = await peek(storage, others);
  const decisions = [...taken, refusal, ...decideAll(others, after, cost)];
  return joint(holders, decisions, [...before, refusal, ...after]);
}

/** Decides whether all holders admit a request now, and if not, why and until when. Takes nothing. */
export function judge(holders: readonly LimitHolder[], standings: readonly Standing[], cost: Cost): Judged {
  return joint(holders, decideAll(holders, standings, cost), standings);
}

function decideAll(holders: readonly LimitHolder[], standings: readonly Standing[], cost: Cost): Decision[] {
  return standings.map(({ consumption, nowMs }, i) => decide(consumption, holders[i].limits, cost, nowMs));
}

function joint(
  holders: readonly LimitHolder[],
  decisions: readonly Decision[],
  standings: readonly Standing[],
): Judged {
  const policies = holders.flatMap(({ prefix }, i) => decisions[i].violated.map((window) => prefix + window));
  const decision = {
    admitted: policies.length === 0,
    violated: [...new Set(decisions.flatMap(({ violated }) => violated))],
    retryAfterSeconds: Math.max(...decisions.map(({ retryAfterSeconds }) => retryAfterSeconds)),
  };
  return { decision, policies, standings };
}

export function peek(storage: LimitStorage, holders: readonly LimitHolder[]): Promise<Standing[]> {
  return Promise.all(holders.map(async ({ id, limits }) => storage.standingOf(id, limits)));
}

/** Gives back what a request took. Returns the standings after that. */
export function giveBack(holders: readonly LimitHolder[], { cost, taken }: Admission): Promise<Standing[]> {
  return Promise.all(
    holders.map(async ({ id, limits }, i) => {
      const { nowMs, decidedBy } = taken[i];
      return decidedBy.giveBack(id, limits, cost, nowMs);
    }),
  );
}

/** Returns `RateLimit-Policy` for all holders. */
export function policiesText(holders: readonly LimitHolder[]): string {
  return joined(holders.map(({ limits, prefix }) => policyText(limits, prefix)));
}

/** Returns `RateLimit` for all holders. */
export function statesText(holders: readonly LimitHolder[], standings: readonly Standing[]): string {
  return joined(
    holders.map(({ limits, prefix }, i) => {
      const { consumption, nowMs } = standings[i];
      return stateText(limits, consumption, nowMs, prefix);
    }),
  );
}

function joined(texts: readonly string[]): string {
  return texts.length === 1 ? texts[0] : texts.filter((text) => text !== '').join(', ');
}
