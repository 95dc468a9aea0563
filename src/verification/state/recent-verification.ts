import { DAY_MS } from '../../core/time/index.js';

/** Errors that were learned longer ago say little about the weather of today. */
export const RECENT_MS = 2 * DAY_MS;

/** Whether what was learned by a time can be used. */
export function isRecent(verifiedAt: Date | undefined, now: Date): boolean {
  return verifiedAt !== undefined && now.getTime() - verifiedAt.getTime() < RECENT_MS;
}
