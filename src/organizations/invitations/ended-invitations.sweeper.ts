import { RepeatedWork } from '../../core/background/index.js';
import { deleteUnlocked } from '../../core/database/index.js';
import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { Invitation } from './invitation.entity.js';

/** Deletes expired invitations, and with them the invited addresses. */
@Injectable()
export class EndedInvitationsSweeper extends RepeatedWork {
  protected readonly intervalMs = 3_600_000;

  constructor(private readonly entityManager: EntityManager) {
    super();
  }

  /** Returns the number of deleted rows. */
  work(now: Date): Promise<number> {
    return deleteUnlocked(this.entityManager, Invitation, { expiresAt: { $lte: now } });
  }
}
