import { timingSafeEqual } from 'node:crypto';
import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { MINUTE_MS } from '../../core/time/index.js';
import { PendingSignIn } from './pending-sign-in.entity.js';
import type { SignInSecrets } from './sign-in-secrets.js';

export const PENDING_MS = 10 * MINUTE_MS;

/** What a sign-in is for. */
export type SignInWish = Pick<PendingSignIn, 'providerId' | 'next' | 'isAnew' | 'sessionId'>;

/** Sign-ins between their start and their callback. Each finishes once, and only in the browser that started it. */
@Injectable()
export class PendingSignInsService {
  constructor(private readonly entityManager: EntityManager) {}

  async begin({ tokenHash }: SignInSecrets, wish: SignInWish): Promise<void> {
    await this.entityManager.insert(PendingSignIn, { ...wish, tokenHash, createdAt: new Date() });
  }

  /** Returns null if the sign-in expired or was used, started in another browser, or belongs to another provider. */
  async take(
    { tokenHash, state }: SignInSecrets,
    providerId: string,
    givenState: string | null,
  ): Promise<PendingSignIn | null> {
    if (givenState === null || !areEqual(givenState, state)) return null;
    const pending = await this.entityManager.findOne(PendingSignIn, { tokenHash, providerId });
    // Of two concurrent callbacks, only one deletes the row.
    const deleted = await this.entityManager.nativeDelete(PendingSignIn, { tokenHash, providerId });
    const isAlive = pending && Date.now() - pending.createdAt.getTime() < PENDING_MS;
    return isAlive && deleted === 1 ? pending : null;
  }
}

function areEqual(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
