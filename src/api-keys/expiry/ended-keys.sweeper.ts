import { RepeatedWork } from '../../core/background/index.js';
import { EntityManager, type FilterQuery } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { deleteUnlocked } from '../../core/database/index.js';
import { ApiKey } from '../api-key.entity.js';
import { ENDED_KEYS_LISTED_MS } from '../listed-keys.js';

/** Limits the size of a transaction. */
const MOST_AT_ONCE = 1_000;

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
    const ended: FilterQuery<ApiKey> = {
      $or: [
        { revokedAt: long },
        { expiresAt: long },
        { isEphemeral: true, expiresAt: day },
        { client: { deletedAt: long } },
      ],
    };
    const deleted = await deleteUnlocked(this.entityManager, ApiKey, ended, MOST_AT_ONCE);
    if (deleted === MOST_AT_ONCE) this.hurry();
    return deleted;
  }
}
