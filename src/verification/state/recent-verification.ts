import { DAY_MS } from '../../core/time/index.js';

/** Later, what stations said of their errors may be of other weather. */
export const RECENT_MS = 2 * DAY_MS;

/** Whether what was learned by a time can be used. */
export function isRecent(verifiedAt: Date | undefined, now: Date): boolean {
  return verifiedAt !== undefined && now.getTime() - verifiedAt.getTime() < RECENT_MS;
}
