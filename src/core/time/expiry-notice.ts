import { DAY_MS } from '../../weather/time/index.js';

/** How long before an expiry its owner is notified. */
export const EXPIRY_TOLD_MS = 7 * DAY_MS;
/** Whoever creates something for a shorter time knows that it expires. */
const SHORTEST_LIFE_MS = 14 * DAY_MS;

export function isExpiryTold(createdAt: Date, expiresAt: Date): boolean {
  return expiresAt.getTime() - createdAt.getTime() > SHORTEST_LIFE_MS;
}
