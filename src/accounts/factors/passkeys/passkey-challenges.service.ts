import { EntityManager } from '@mikro-orm/postgresql';
import { deleteUnlocked } from '../../../core/database/index.js';
import { Injectable } from '@nestjs/common';
import { hashToken, newToken } from '../../../core/secrets/index.js';
import { MINUTE_MS } from '../../../core/time/index.js';
import { PasskeyChallenge, type PasskeyPurpose } from './passkey-challenge.entity.js';

export const CHALLENGE_MS = 5 * MINUTE_MS;

/** What a challenge is for, and who it was given to. */
export interface ChallengeUse {
  purpose: PasskeyPurpose;
  recipient: string | null;
}

/** Challenges between a browser's request and its response. Each works once, for its purpose and its recipient. */
@Injectable()
export class PasskeyChallengesService {
  constructor(private readonly entityManager: EntityManager) {}

  /** Returns a challenge in base64url. Replaces an earlier one of the same recipient. */
  async begin({ purpose, recipient }: ChallengeUse): Promise<{ challenge: string; expiresAt: Date }> {
    const challenge = newToken();
    const now = new Date();
    if (recipient !== null) await deleteUnlocked(this.entityManager, PasskeyChallenge, { recipient });
    await this.entityManager.insert(PasskeyChallenge, {
      challengeHash: hashToken(challenge),
      purpose,
      recipient,
      createdAt: now,
    });
    return { challenge, expiresAt: new Date(now.getTime() + CHALLENGE_MS) };
  }

  /** Uses the challenge outside of any transaction, so that it stays used whatever happens to the response. */
  async take(challenge: string, { purpose, recipient }: ChallengeUse): Promise<boolean> {
    const begunAfter = new Date(Date.now() - CHALLENGE_MS);
    const deleted = await this.entityManager.nativeDelete(PasskeyChallenge, {
      challengeHash: hashToken(challenge),
      purpose,
      recipient,
      createdAt: { $gt: begunAfter },
    });
    return deleted === 1;
  }
}
