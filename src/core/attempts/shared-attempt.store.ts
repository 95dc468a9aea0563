import { createHash } from 'node:crypto';
import { Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { SharedStore } from '../redis/shared-store.js';
import { ATTEMPT_LIMITS, type AttemptKind } from './attempt-limits.js';
import { ATTEMPT_SCRIPT } from './attempt-script.js';
import { type AttemptAction, AttemptStore, UNKNOWN_WAIT } from './attempt-store.js';
import { type LocalAttemptStore } from './local-attempt.store.js';

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
