import { createHash } from 'node:crypto';
import { Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { SharedStore } from '../redis/shared-store.js';
import { ATTEMPT_LIMITS, type AttemptKind } from './attempt-limits.js';
import { type AttemptAction, AttemptStore, UNKNOWN_WAIT } from './attempt-store.js';
import type { LocalAttemptStore } from './local-attempt.store.js';

/**
 * `AttemptThrottle` as a script that runs in the store, on the store's clock. KEYS: the key of the attempts. ARGV: the
 * action, the free attempts, the maximum wait and the time after which attempts are forgotten, both in seconds.
 *
 * @returns the whole seconds to wait
 */
const ATTEMPT_SCRIPT = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local action, free, longest, forget = ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4])
if action == 'clear' then
  redis.call('DEL', KEYS[1])
  return 0
end
local stored = redis.call('HMGET', KEYS[1], 'count', 'blockedUntil')
local count, blockedUntil = tonumber(stored[1] or '0'), tonumber(stored[2] or '0')
if action == 'takeBack' then
  if stored[1] then redis.call('HSET', KEYS[1], 'count', count - 1, 'blockedUntil', 0) end
  return 0
end
local wait = 0
if action ~= 'note' then wait = math.max(0, math.ceil((blockedUntil - now) / 1000)) end
if action == 'note' or (action == 'attempt' and wait == 0) then
  count = count + 1
  local seconds = 0
  if count >= free then seconds = math.min(longest, 2 ^ math.min(count - free, 20)) end
  redis.call('HSET', KEYS[1], 'count', count, 'blockedUntil', string.format('%d', now + seconds * 1000))
  redis.call('PEXPIRE', KEYS[1], forget * 1000)
end
return wait
`;

/**
 * Counts attempts in Valkey or Redis, shared by several processes. While the store doesn't respond, attempts whose kind
 * `closes`, such as passwords, are refused, since each process would allow the full number of guesses. Other attempts
 * are counted per process.
 */
export class SharedAttemptStore
  extends AttemptStore
  implements OnApplicationBootstrap, OnApplicationShutdown
{
  private readonly logger = new Logger(SharedAttemptStore.name);
  private readonly store: SharedStore;

  constructor(
    url: string,
    private readonly local: LocalAttemptStore,
  ) {
    super();
    this.store = new SharedStore(url, {
      script: ATTEMPT_SCRIPT,
      onLoss: (reason) =>
        this.logger.warn(
          `The store for sign-in attempts is unreachable, so nobody can sign in with a password: ${reason}`,
        ),
      onRecovery: () => this.logger.warn('The store for sign-in attempts is reachable again'),
    });
  }

  onApplicationBootstrap(): Promise<void> {
    return this.store.connect();
  }

  onApplicationShutdown(): void {
    this.store.disconnect();
  }

  act(kind: AttemptKind, action: AttemptAction, key: string): Promise<number> {
    const { freeAttempts, maximumWaitSeconds, forgetAfterSeconds, closes } = ATTEMPT_LIMITS[kind];
    const name = `weather:attempts:${kind}:${digestOf(key)}`;
    const parameters = [action, freeAttempts, maximumWaitSeconds, forgetAfterSeconds];
    return this.store.ask(
      async (script) => Number(await script(name, parameters)),
      () => (closes ? UNKNOWN_WAIT : this.local.act(kind, action, key)),
    );
  }
}

/** Hashes the key, which may contain a person's address, so that the store doesn't hold it. */
function digestOf(key: string): string {
  return createHash('sha256').update(key).digest('base64url').slice(0, 22);
}
