import type { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import type { RateLimits } from '../core/config/index.js';
import { announceChange } from '../core/database/index.js';

/** Returns the limits of those organizations that have any. Asked whenever a key is looked up, so it must be quick. */
export type LimitSource = (
  organizationIds: readonly string[],
) => Promise<ReadonlyMap<string, Partial<RateLimits>>>;

interface OwnLimits {
  readonly id: string;
  /** What an administrator has set. */
  readonly rateLimits?: RateLimits | null;
}

const NONE: RateLimits = { second: null, minute: null, hour: null, day: null };

/** The limits for all clients of an organization together: of each window, the lowest that anything sets. */
@Injectable()
export class LimitPolicyService {
  private readonly sources: LimitSource[] = [];

  /** Adds limits beside those that administrators set, for example of a plan. */
  add(source: LimitSource): void {
    this.sources.push(source);
  }

  /** Makes changed limits of an organization effective in every process at once, rather than within 10 seconds. */
  changed(em: EntityManager, organizationId: string): Promise<void> {
    return announceChange(em, { kind: 'organization', id: organizationId });
  }

  /** Returns the limits by organization. Those without any are left out, so that requests can skip the check. */
  async limitsOf(organizations: readonly OwnLimits[]): Promise<Map<string, RateLimits>> {
    const ids = organizations.map(({ id }) => id);
    const added = await Promise.all(this.sources.map((source) => source(ids)));
    const limits = organizations.map(({ id, rateLimits }) => {
      const all = [rateLimits ?? NONE, ...added.map((ofSource) => ofSource.get(id) ?? NONE)];
      return [id, all.reduce<RateLimits>(lowest, NONE)] as const;
    });
    return new Map(limits.filter(([, windows]) => Object.values(windows).some((limit) => limit !== null)));
  }
}

function lowest(one: Partial<RateLimits>, other: Partial<RateLimits>): RateLimits {
  const of = (window: keyof RateLimits) => {
    const limit = Math.min(one[window] ?? Infinity, other[window] ?? Infinity);
    return limit === Infinity ? null : limit;
  };
  return { second: of('second'), minute: of('minute'), hour: of('hour'), day: of('day') };
}
