import { RepeatedWork } from '../../core/background/index.js';
import { deleteUnlocked } from '../../core/database/index.js';
import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { OneTimeLink } from './one-time-link.entity.js';

/** Deletes expired links. */
@Injectable()
export class EndedLinksSweeper extends RepeatedWork {
  protected readonly intervalMs = 3_600_000;

  constructor(private readonly entityManager: EntityManager) {
    super();
  }

  /** Returns the number of deleted rows. */
  work(now: Date): Promise<number> {
    return deleteUnlocked(this.entityManager, OneTimeLink, { expiresAt: { $lte: now } });
  }
}
