import type { FilterQuery } from '@mikro-orm/postgresql';
import { DAY_MS } from '../core/time/index.js';
import type { ApiKey, ApiKeyStatus } from './api-key.entity.js';

export const ENDED_KEYS_LISTED_MS = 90 * DAY_MS;

/** Selects the keys of a list: those of a status, or all. Includes ended keys for 90 days, and no ephemeral ones. */
export function listedKeys(status: ApiKeyStatus | undefined, now: Date): FilterQuery<ApiKey> {
  return { $and: [{ isEphemeral: false }, withStatus(status, now)] };
}

function withStatus(status: ApiKeyStatus | undefined, now: Date): FilterQuery<ApiKey> {
  const earliestEnd = new Date(now.getTime() - ENDED_KEYS_LISTED_MS);
  const isUnexpired: FilterQuery<ApiKey> = { $or: [{ expiresAt: null }, { expiresAt: { $gt: now } }] };
  const isUnrevoked: FilterQuery<ApiKey> = {
    isRevoked: false,
    $or: [{ revokedAt: null }, { revokedAt: { $gt: now } }],
  };
  switch (status) {
    case 'active':
      return { revokedAt: null, ...isUnexpired };
    case 'rotating':
      return { isRevoked: false, revokedAt: { $gt: now }, ...isUnexpired };
    case 'revoked':
      return { revokedAt: { $gt: earliestEnd }, $or: [{ isRevoked: true }, { revokedAt: { $lte: now } }] };
    case 'expired':
      return { expiresAt: { $lte: now, $gt: earliestEnd }, ...isUnrevoked };
    default:
      return {
        $or: (['active', 'rotating', 'revoked', 'expired'] as const).map((each) => withStatus(each, now)),
      };
  }
}
