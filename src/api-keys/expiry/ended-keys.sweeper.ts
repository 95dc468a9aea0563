import { RepeatedWork } from '../../core/background/index.js';
import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { ENDED_KEYS_LISTED_MS } from '../listed-keys.js';
import { deleteUnlockedKeys, MOST_KEYS_AT_ONCE } from './delete-unlocked-keys.js';

/** How long an expired ephemeral key is reported as expired rather than unknown. */
const EPHEMERAL_KEPT_MS = 86_400_000;

/** Deletes keys that ended too long ago to be listed. */
@Injectable()
export class EndedKeysSweeper extends RepeatedWork {
  protected readonly intervalMs = 3_600_000;

  constructor(private readonly entityManager: EntityManager) {
    super();
  }

  /** Returns the number of deleted keys. */
  async work(now: Date): Promise<number> {
    const long = { $lte: new Date(now.getTime() - ENDED_KEYS_LISTED_MS) };
    const day = { $lte: new Date(now.getTime() - EPHEMERAL_KEPT_MS) };
    const deleted = await deleteUnlockedKeys(this.entityManager, {
      $or: [
        { revokedAt: long },
        { expiresAt: long },
        { isEphemeral: true, expiresAt: day },
        { client: { deletedAt: long } },
      ],
    });
    if (deleted === MOST_KEYS_AT_ONCE) this.hurry();
    return deleted;
  }
}
