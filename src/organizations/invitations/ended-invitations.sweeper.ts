import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { RepeatedWork } from '../../common/time/repeated-work.js';
import { Invitation } from './invitation.entity.js';

/** Deletes the invitations that nobody accepted in time, and with them the addresses that were invited. */
@Injectable()
export class EndedInvitationsSweeper extends RepeatedWork {
  protected readonly intervalMs = 3_600_000;

  constructor(private readonly entityManager: EntityManager) {
    super();
  }

  /** Answers how many went. */
  work(now: Date): Promise<number> {
    return this.entityManager.nativeDelete(Invitation, { expiresAt: { $lte: now } });
  }
}
