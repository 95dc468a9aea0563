import { createHash, randomBytes } from 'node:crypto';
import { EntityManager, type FilterQuery } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { AccountsService } from '../accounts/accounts.service.js';
import { AttemptThrottle } from '../common/access/attempt-throttle.js';
import { newId } from '../common/identifier.js';
import { Problem } from '../common/problems/problem.js';
import { Configuration } from '../config/configuration.js';
import { Session } from './session.entity.js';

const TOKEN_BYTES = 32;
const LAST_SEEN_STEP_MS = 60_000;

export interface Visitor {
  address: string;
  userAgent: string | undefined;
}

/** Sessions: opaque random tokens that end when idle, at their last day, or when they are deleted. */
@Injectable()
export class SessionsService {
  private readonly failuresByAccount = new AttemptThrottle({ freeAttempts: 5, maximumWaitSeconds: 60 });
  private readonly failuresByAddress = new AttemptThrottle({ freeAttempts: 20 });

  constructor(
    private readonly entityManager: EntityManager,
    private readonly accounts: AccountsService,
    private readonly configuration: Configuration,
  ) {}

  /** Checks the password and begins a session with a new token. */
  async signIn(
    email: string,
    password: string,
    visitor: Visitor,
  ): Promise<{ session: Session; token: string }> {
    const emailKey = this.accounts.emailKey(email);
    this.failuresByAddress.check(visitor.address);
    this.failuresByAccount.check(emailKey);
    // Noted before the password is checked, so that guesses at the same time count as well.
    this.failuresByAddress.note(visitor.address);
    this.failuresByAccount.note(emailKey);
    const account = await this.accounts.authenticate(email, password);
    if (!account) throw new Problem('invalid_credentials', { headers: { 'www-authenticate': 'Session' } });
    this.failuresByAccount.clear(emailKey);
    this.failuresByAddress.takeBack(visitor.address);
    if (account.status === 'disabled') throw new Problem('account_disabled');

    const token = randomBytes(TOKEN_BYTES).toString('base64url');
    const now = new Date();
    const em = this.entityManager.fork();
    await em.nativeDelete(Session, { account: account.id, $or: this.endedAt(now) });
    const session = em.create(Session, {
      id: newId('ses'),
      account: em.merge(account),
      tokenHash: hashToken(token),
      userAgent: visitor.userAgent?.slice(0, 500) ?? null,
      address: visitor.address,
      createdAt: now,
      lastSeenAt: now,
      expiresAt: new Date(now.getTime() + this.configuration.sessionMaxDays * 86_400_000),
    });
    await em.flush();
    return { session, token };
  }

  /** The live session of a token, with its account. */
  async find(token: string): Promise<Session | null> {
    const em = this.entityManager.fork();
    const session = await em.findOne(Session, { tokenHash: hashToken(token) }, { populate: ['account'] });
    const nowMs = Date.now();
    if (!session || session.account.status === 'disabled' || this.hasEnded(session, nowMs)) return null;
    if (nowMs - session.lastSeenAt.getTime() >= LAST_SEEN_STEP_MS) {
      session.lastSeenAt = new Date(nowMs);
      await em.flush();
    }
    return session;
  }

  async end(session: Session): Promise<void> {
    await this.entityManager.fork().nativeDelete(Session, { id: session.id });
  }

  private endedAt(now: Date): FilterQuery<Session>[] {
    const idleSince = new Date(now.getTime() - this.configuration.sessionIdleHours * 3_600_000);
    return [{ expiresAt: { $lte: now } }, { lastSeenAt: { $lte: idleSince } }];
  }

  private hasEnded(session: Session, nowMs: number): boolean {
    const idleMs = nowMs - session.lastSeenAt.getTime();
    return session.expiresAt.getTime() <= nowMs || idleMs >= this.configuration.sessionIdleHours * 3_600_000;
  }
}

function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
