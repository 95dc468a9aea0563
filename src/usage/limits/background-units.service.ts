import { Injectable } from '@nestjs/common';
import type { KeyOwner } from '../../api-keys/index.js';
import { HOUR_MS } from '../../core/time/index.js';
import { utcDayOf } from './client-limits.js';
import { LimitStorage } from './limit.storage.js';
import { giveBack, holdersOf, judge, peek, take } from './limit-holders.js';

/** The share of the smallest window that is reserved for requests. */
const LEFT_TO_REQUESTS = 0.1;
/** The largest share of the rest that is taken at once, so that most of a small window can be used. */
const TAKEN_AT_ONCE = 0.1;

type Limits = Pick<KeyOwner, 'rateLimits' | 'organizationLimits'>;

/** Units that were taken, or the time until some are available. */
export type TakenUnits = { units: number; giveBack: () => Promise<void> } | { waitSeconds: number };

/** Takes units out of a client's windows for background work, leaving enough that its requests are not refused. */
@Injectable()
export class BackgroundUnitsService {
  constructor(private readonly storage: LimitStorage) {}

  /** Returns the units of a whole UTC day: the lower limit of the client's and its organization's. */
  mostOfDay({ rateLimits, organizationLimits }: Limits): number {
    return Math.min(rateLimits.day ?? Infinity, organizationLimits?.day ?? Infinity);
  }

  /** @param most the most units to take at once; fewer are taken if the windows are small */
  async take(owner: KeyOwner, most: number): Promise<TakenUnits> {
    const smallest = smallestWindow(owner);
    const left = Number.isFinite(smallest) ? Math.floor(smallest * LEFT_TO_REQUESTS) : 0;
    const units = Math.min(most, Math.ceil((smallest - left) * TAKEN_AT_ONCE));
    const holders = holdersOf(owner);
    const look = { requests: 0, units: units + left };
    const free = judge(holders, await peek(this.storage, holders), look).decision;
    if (!free.admitted) return { waitSeconds: free.retryAfterSeconds };
    const { decision, admission } = await take(this.storage, holders, { requests: 0, units });
    if (!admission) return { waitSeconds: decision.retryAfterSeconds };
    return { units, giveBack: async () => void (await giveBack(holders, admission)) };
  }

  /** Gives back units taken earlier. After an hour, the hour's window has replenished them already and gets none. */
  async giveBack(owner: KeyOwner, taken: readonly { units: number; timeMs: number }[]): Promise<void> {
    const { nowMs } = await this.storage.standingOf(owner.clientId, owner.rateLimits);
    const isRecent = (timeMs: number) => nowMs - timeMs < HOUR_MS;
    const counted = taken.filter(({ timeMs }) => isRecent(timeMs) || utcDayOf(timeMs) === utcDayOf(nowMs));
    const groups = Map.groupBy(counted, ({ timeMs }) => `${isRecent(timeMs)} ${utcDayOf(timeMs)}`);
    for (const group of groups.values()) {
      const takenMs = group[0].timeMs;
      const units = group.reduce((sum, each) => sum + each.units, 0);
      const holders = holdersOf(isRecent(takenMs) ? owner : withoutHour(owner));
      await giveBack(holders, {
        cost: { requests: 0, units },
        taken: holders.map(() => ({ nowMs: takenMs, decidedBy: this.storage })),
      });
    }
  }
}

function withoutHour({ rateLimits, organizationLimits, ...owner }: KeyOwner): KeyOwner {
  return {
    ...owner,
    rateLimits: { ...rateLimits, hour: null },
    ...(organizationLimits && { organizationLimits: { ...organizationLimits, hour: null } }),
  };
}

function smallestWindow({ rateLimits, organizationLimits }: Limits): number {
  const windows = [rateLimits, organizationLimits].flatMap((limits) => [limits?.hour, limits?.day]);
  return Math.min(...windows.map((limit) => limit ?? Infinity));
}
