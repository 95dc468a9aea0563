import { RepeatedWork } from '../../core/background/index.js';
import { Injectable } from '@nestjs/common';
import { SignInPlacesService } from './places/sign-in-places.service.js';
import { SessionsService } from './sessions.service.js';

/**
 * Deletes ended sessions and outdated sign-in places. Sign-ins delete the latter as well, but an account may never
 * return.
 */
@Injectable()
export class EndedSessionsSweeper extends RepeatedWork {
  protected readonly intervalMs = 3_600_000;

  constructor(
    private readonly sessions: SessionsService,
    private readonly places: SignInPlacesService,
  ) {
    super();
  }

  async work(now: Date): Promise<void> {
    await this.sessions.deleteEnded(now);
    await this.places.deleteOld(now);
  }
}
