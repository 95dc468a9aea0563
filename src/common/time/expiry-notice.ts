const DAY_MS = 86_400_000;
/** How long before it expires something is told of. */
export const EXPIRY_TOLD_MS = 7 * DAY_MS;
/** Whoever makes something for less has its expiry in mind. */
const SHORTEST_LIFE_MS = 14 * DAY_MS;

export function isExpiryTold(createdAt: Date, expiresAt: Date): boolean {
  return expiresAt.getTime() - createdAt.getTime() > SHORTEST_LIFE_MS;
}
