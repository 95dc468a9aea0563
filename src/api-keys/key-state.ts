import { inRanges } from '../core/network/index.js';
import type { AccessToken, Client } from '../clients/index.js';
import type { RateLimits } from '../core/config/index.js';
import type { ProblemCode, ScopeName } from '../core/features/index.js';
import type { ApiKey } from './api-key.entity.js';
import { KeyRefusal } from './refusals/key-refusal.js';
import type { Principal } from './principal.js';

export type LimitsOf = ReadonlyMap<string, RateLimits>;

/** Everything that decides whether a key works, except for the time. */
export interface KeyState {
  principal: Principal;
  /** When a rotated key's overlap ends; -Infinity, at any time, for a revoked key or one of a deleted client. */
  revokedAtMs: number;
  expiresAtMs: number;
  /** Why its client has no access at all: it is disabled, or all owners of its organization are. */
  disabled: ProblemCode | undefined;
}

/**
 * @param apiKey with its client and organization loaded
 * @param limitsOf the limits of organizations that have any
 */
export function keyStateOf(apiKey: ApiKey, limitsOf: LimitsOf): KeyState {
  const { client } = apiKey;
  const revokedAtMs =
    apiKey.isRevoked || client.deletedAt ? -Infinity : (apiKey.revokedAt?.getTime() ?? Infinity);
  const expiresAtMs = apiKey.expiresAt?.getTime() ?? Infinity;
  return {
    principal: {
      ...principalOf(client, apiKey.id, apiKey.scopes, limitsOf),
      endsAtMs: Math.min(revokedAtMs, expiresAtMs),
      allows: apiKey.allowedIps.length > 0 ? inRanges(apiKey.allowedIps) : undefined,
    },
    revokedAtMs,
    expiresAtMs,
    disabled: disabledBy(client),
  };
}

/** All access tokens of a client are metered as one key, whose id is the client's with another prefix. */
function keyIdOfTokens(clientId: string): string {
  return clientId.replace('cli_', 'key_');
}

/** Returns the client whose access tokens are metered as the key. */
export function clientIdOfTokens(keyId: string): string {
  return keyId.replace('key_', 'cli_');
}

export function tokenStateOf({ client, scopes, endsAt }: AccessToken, limitsOf: LimitsOf): KeyState {
  return {
    principal: {
      ...principalOf(client, keyIdOfTokens(client.id), scopes, limitsOf),
      endsAtMs: endsAt.getTime(),
    },
    revokedAtMs: Infinity,
    expiresAtMs: endsAt.getTime(),
    disabled: disabledBy(client),
  };
}

/** @throws KeyRefusal that says why the key doesn't work */
export function judgeKey(state: KeyState | undefined, nowMs: number): Principal {
  if (state === undefined) throw new KeyRefusal('invalid_api_key');
  const { principal, revokedAtMs, expiresAtMs, disabled } = state;
  if (nowMs >= revokedAtMs) throw new KeyRefusal('revoked_api_key', principal);
  if (nowMs >= expiresAtMs) throw new KeyRefusal('expired_api_key', principal);
  if (disabled) throw new KeyRefusal(disabled, principal);
  return principal;
}

function principalOf(
  client: Client,
  keyId: string,
  scopes: readonly ScopeName[],
  limitsOf: LimitsOf,
): Omit<Principal, 'endsAtMs'> {
  return {
    keyId,
    clientId: client.id,
    accountId: client.account.id,
    organizationId: client.organization.id,
    organizationLimits: limitsOf.get(client.organization.id),
    rateLimits: client.rateLimits,
    scopes: scopes.filter((scope) => client.scopes.includes(scope)),
  };
}

function disabledBy({ status, organization }: Client): ProblemCode | undefined {
  if (status === 'disabled') return 'client_disabled';
  return organization.isActive ? undefined : 'account_disabled';
}
