import { createHash, randomBytes } from 'node:crypto';
import { EntityManager, type FilterQuery, LockMode } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { AccountDependentsService } from '../accounts/account-dependents.service.js';
import type { Account } from '../accounts/account.entity.js';
import { AccountsService } from '../accounts/accounts.service.js';
import { AuthenticatorService } from '../accounts/authenticator.service.js';
import { EmailVerificationsService } from '../accounts/email/email-verifications.service.js';
import { OneTimeLinksService } from '../accounts/links/one-time-links.service.js';
import { AuditLogService } from '../audit/audit-log.service.js';
import type { Actor } from '../http/access/actor.types.js';
import { type Page, readPage } from '../http/page.js';
import { type PageQueryDto } from '../http/page.dto.js';
import { newId } from '../common/identifier.js';
import { Problem } from '../http/problems/problem.js';
import { Configuration } from '../config/configuration.js';
import type { BegunSession } from './begun-session.types.js';
import { SignInPlacesService } from './places/sign-in-places.service.js';
import { type SessionDto, toSessionDto } from './session.dto.js';
import { Session } from './session.entity.js';

const TOKEN_BYTES = 32;
const LAST_SEEN_STEP_MS = 60_000;
const LONGEST_USER_AGENT = 500;

/** Sessions: opaque random tokens that end when idle, at their last day, or when they are deleted. */
@Injectable()
export class SessionsService {
  constructor(
    private readonly entityManager: EntityManager,
    private readonly accounts: AccountsService,
    private readonly authenticator: AuthenticatorService,
    private readonly links: OneTimeLinksService,
    private readonly verifications: EmailVerificationsService,
    private readonly places: SignInPlacesService,
    private readonly auditLog: AuditLogService,
    private readonly configuration: Configuration,
    dependents: AccountDependentsService,
  ) {
    dependents.add({ endSessions: (em, accountId, exceptId) => this.endOf(em, accountId, exceptId) });
  }

  /** Checks the password and begins a session. Who has to verify an address first gets another link. */
  async signIn(email: string, password: string, actor: Actor): Promise<BegunSession> {
    const checked = await this.authenticator.authenticate(email, password, String(actor.address));
    if (checked.account.emailState === 'required') await this.verifications.remind(checked.account);
    return this.entityManager.transactional(async (em) => {
      const account = await this.accounts.lock(checked.account.id, LockMode.PESSIMISTIC_READ);
      // It was changed, or the account deleted, while the password was being checked.
      if (!account || !(await this.authenticator.isUnchanged(checked))) {
        throw new Problem('invalid_credentials', { headers: { 'www-authenticate': 'Session' } });
      }
      return this.create(em, account, 'password', actor);
    });
  }

  /** Uses a one-time link up and begins a session. */
  signInByLink(token: string, actor: Actor): Promise<BegunSession> {
    return this.entityManager.transactional(async (em) =>
      this.create(em, (await this.links.use('sign-in', token)).account, 'link', actor),
    );
  }

  /**
   * Begins a session of whoever proved to be the account's owner; `setSessionCookie` gives it to the browser.
   * @param method how they proved it: the id of a way to sign in
   * @param authenticatedAt when they did; null where that is not known, so that the sign-in does not count as a fresh one
   * @throws Problem account_disabled, or unauthenticated where the account was deleted
   */
  begin(
    { id }: Account,
    method: string,
    actor: Actor,
    authenticatedAt: Date | null = new Date(),
  ): Promise<BegunSession> {
    return this.entityManager.transactional(async (em) => {
      const account = await this.accounts.lock(id, LockMode.PESSIMISTIC_READ);
      if (!account) throw new Problem('unauthenticated', { headers: { 'www-authenticate': 'Session' } });
      return this.create(em, account, method, actor, authenticatedAt);
    });
  }

  /** The live session of a token, with its account. */
  async find(token: string): Promise<Session | null> {
    const session = await this.entityManager.findOne(
      Session,
      { tokenHash: hashToken(token) },
      { populate: ['account'] },
    );
    const nowMs = Date.now();
    if (!session || session.account.status === 'disabled' || this.hasEnded(session, nowMs)) return null;
    if (nowMs - session.lastSeenAt.getTime() >= LAST_SEEN_STEP_MS) {
      session.lastSeenAt = new Date(nowMs);
      await this.entityManager.flush();
    }
    return session;
  }

  /** The live ones of an account. */
  list(accountId: string, page: PageQueryDto): Promise<Page<SessionDto>> {
    const find = ({ before, limit }: { before?: string; limit: number }) =>
      this.entityManager.find(
        Session,
        {
          account: accountId,
          ...(before !== undefined && { id: { $lt: before } }),
          $not: { $or: this.endedAt(new Date()) },
        },
        { orderBy: { id: 'desc' }, limit },
      );
    return readPage(page, 'ses', find, toSessionDto);
  }

  /** Whether the account had this session. */
  async end(accountId: string, sessionId: string, actor: Actor): Promise<boolean> {
    return this.entityManager.transactional(async (em) => {
      const ended = await em.nativeDelete(Session, { id: sessionId, account: accountId });
      if (ended === 0) return false;
      this.auditLog.record(em, { action: 'session.deleted', actor, accountId, targetId: sessionId });
      return true;
    });
  }

  /** Ends all sessions of the account but the one that asks for it. */
  async endOthers(accountId: string, sessionId: string, actor: Actor): Promise<void> {
    await this.entityManager.transactional(async (em) => {
      const others = await em.find(Session, { account: accountId, id: { $ne: sessionId } });
      for (const { id } of others) {
        this.auditLog.record(em, { action: 'session.deleted', actor, accountId, targetId: id });
      }
      await em.nativeDelete(Session, { id: others.map(({ id }) => id) });
    });
  }

  private async create(
    em: EntityManager,
    account: Account,
    method: string,
    actor: Actor,
    authenticatedAt: Date | null = new Date(),
  ): Promise<BegunSession> {
    if (account.status === 'disabled') throw new Problem('account_disabled');
    if (account.emailState === 'required') throw new Problem('email_not_verified');
    const token = randomBytes(TOKEN_BYTES).toString('base64url');
    const now = new Date();
    await em.nativeDelete(Session, { account: account.id, $or: this.endedAt(now) });
    const session = em.create(Session, {
      id: newId('ses'),
      account,
      tokenHash: hashToken(token),
      method,
      userAgent: actor.userAgent?.slice(0, LONGEST_USER_AGENT) ?? null,
      address: String(actor.address),
      authenticatedAt,
      createdAt: now,
      lastSeenAt: now,
      expiresAt: new Date(now.getTime() + this.configuration.sessionMaxDays * 86_400_000),
    });
    await this.places.note(em, session);
    this.auditLog.record(em, {
      action: 'session.created',
      actor: { ...actor, accountId: account.id },
      accountId: account.id,
      targetId: session.id,
      details: { method },
    });
    return { session, token };
  }

  private async endOf(em: EntityManager, accountId: string, exceptId?: string): Promise<void> {
    await em.nativeDelete(Session, {
      account: accountId,
      ...(exceptId !== undefined && { id: { $ne: exceptId } }),
    });
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
