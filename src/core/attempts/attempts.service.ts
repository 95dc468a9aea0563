import { Injectable } from '@nestjs/common';
import { andThen, type Awaitable } from '../common/awaitable.js';
import { Problem } from '../http/problems/problem.js';
import { tooManyAttempts } from '../http/problems/too-many-attempts.js';
import { type AttemptKind } from './attempt-limits.js';
import { type AttemptAction, AttemptStore, UNKNOWN_WAIT } from './attempt-store.js';

const RETRY_AFTER_SECONDS = '5';

/** Throttles attempts, across all processes that share an attempt store. */
@Injectable()
export class AttemptsService {
  constructor(private readonly store: AttemptStore) {}

  /** @throws Problem too_many_attempts while the key must wait, sign_in_unavailable if the wait is unknown */
  check(kind: AttemptKind, key: string): Awaitable<void> {
    return this.act(kind, 'wait', key);
  }

  /** Notes an attempt that counts against the key. */
  note(kind: AttemptKind, key: string): Awaitable<void> {
    return this.act(kind, 'note', key);
  }

  /** Checks the key, and notes the attempt if it doesn't have to wait. @throws Problem as `check` does */
  attempt(kind: AttemptKind, key: string): Awaitable<void> {
    return this.act(kind, 'attempt', key);
  }

  /** Like `attempt`, but returns false instead of throwing too_many_attempts. */
  async mayAttempt(kind: AttemptKind, key: string): Promise<boolean> {
    try {
      await this.attempt(kind, key);
      return true;
    } catch (error) {
      if (error instanceof Problem && error.code === 'too_many_attempts') return false;
      throw error;
    }
  }

  /** Undoes an attempt that should not count, such as a successful one. */
  takeBack(kind: AttemptKind, key: string): Awaitable<void> {
    return this.act(kind, 'takeBack', key);
  }

  /** Forgets the key's attempts. */
  clear(kind: AttemptKind, key: string): Awaitable<void> {
    return this.act(kind, 'clear', key);
  }

  private act(kind: AttemptKind, action: AttemptAction, key: string): Awaitable<void> {
    return andThen(this.store.act(kind, action, key), (waitSeconds) => {
      const isRelief = action === 'takeBack' || action === 'clear';
      if (waitSeconds === UNKNOWN_WAIT && !isRelief) throw unavailable();
      if (waitSeconds > 0) throw tooManyAttempts(waitSeconds);
    });
  }
}

function unavailable(): Problem {
  return new Problem('sign_in_unavailable', { headers: { 'retry-after': RETRY_AFTER_SECONDS } });
}
