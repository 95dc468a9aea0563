import { RepeatedWork } from '../../core/background/index.js';
import { deleteUnlocked } from '../../core/database/index.js';
import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { PersonalAccessToken } from './personal-access-token.entity.js';

const LISTED_MS = 90 * 86_400_000;

/** Deletes tokens that ended too long ago to be listed. */
@Injectable()
export class EndedTokensSweeper extends RepeatedWork {
  protected readonly intervalMs = 3_600_000;

  constructor(private readonly entityManager: EntityManager) {
    super();
  }

  /** Returns the number of deleted rows. */
  work(now: Date): Promise<number> {
    const long = { $lte: new Date(now.getTime() - LISTED_MS) };
    return deleteUnlocked(this.entityManager, PersonalAccessToken, {
      $or: [{ revokedAt: long }, { expiresAt: long }],
    });
  }
}
