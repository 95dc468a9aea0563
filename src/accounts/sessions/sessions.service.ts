import { EntityManager, type FilterQuery, LockMode } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { DAY_MS, HOUR_MS } from '../../core/time/index.js';
import { AccountDependentsService } from '../account-dependents.service.js';
import type { Account } from '../account.entity.js';
import { AccountsService } from '../accounts.service.js';
import { AuthenticatorService } from '../authenticator.service.js';
import { EmailVerificationsService } from '../email/email-verifications.service.js';
import { KnownNetworksService } from '../known-networks/known-networks.service.js';
import { OneTimeLinksService } from '../links/one-time-links.service.js';
import { AccountAttemptsService, AttemptsService } from '../../core/attempts/index.js';
import { AuditLogService } from '../../core/audit/index.js';
import { FactorChecksService } from '../factors/factor-checks.service.js';
import type { PasskeyAssertionDto } from '../factors/passkeys/passkey-credential.dto.js';
import type { PasskeyRequest } from '../factors/passkeys/passkey-options.dto.js';
import type { ChallengeUse } from '../factors/passkeys/passkey-challenges.service.js';
import { PasskeysService } from '../factors/passkeys/passkeys.service.js';
import { type Actor, type Page, type PageQueryDto, Problem, newId, readPage } from '../../core/http/index.js';
import { Configuration } from '../../core/config/index.js';
import type { BegunSession } from './begun-session.types.js';
import { SignInPlacesService } from './places/sign-in-places.service.js';
import { type SessionDto, toSessionDto } from './session.dto.js';
import { endSessions, endSessionsOfOrganization } from './end-sessions.js';
import { Session } from './session.entity.js';
import { hashToken, newToken } from '../../core/secrets/index.js';
import type { WaitingSignIn } from './waiting-sign-in.entity.js';
import { type FactorRequest, WaitingSignInsService } from './waiting-sign-ins.service.js';

export const NO_PASSKEY = 'The account has no passkey. Use a code.';
const LAST_SEEN_STEP_MS = 60_000;
const LONGEST_USER_AGENT = 500;

/** Sessions: opaque random tokens that end when idle, at their maximum age, or when deleted. */
@Injectable()
export class SessionsService {
  private readonly attempts: AccountAttemptsService;

  constructor(
    private readonly entityManager: EntityManager,
    private readonly accounts: AccountsService,
    private readonly authenticator: AuthenticatorService,
    private readonly links: OneTimeLinksService,
    private readonly verifications: EmailVerificationsService,
    private readonly places: SignInPlacesService,
    private readonly waiting: WaitingSignInsService,
    private readonly checks: FactorChecksService,
    private readonly passkeys: PasskeysService,
    private readonly auditLog: AuditLogService,
    private readonly configuration: Configuration,
    attempts: AttemptsService,
    known: KnownNetworksService,
    dependents: AccountDependentsService,
  ) {
    this.attempts = new AccountAttemptsService(attempts, known, 'factorOfAccount', 'factorFromNetwork');
    dependents.add({ endSessions, beginFactors: endSessions });
  }

  /**
   * Checks the password, and begins a session or asks for the second factor. Sends another link to an account that must
   * verify its address first.
   */
  async signIn(email: string, password: string, actor: Actor): Promise<BegunSession | FactorRequest> {
    const checked = await this.authenticator.authenticate(email, password, String(actor.address));
    if (checked.account.emailState === 'required') await this.verifications.remind(checked.account);
    return this.entityManager.transactional(async (em) => {
      const account = await this.accounts.lock(checked.account.id, LockMode.PESSIMISTIC_READ);
      // The password was changed, or the account deleted, while the password was being checked.
      if (!account || !(await this.authenticator.isUnchanged(checked))) {
        throw new Problem('invalid_credentials', { headers: { 'www-authenticate': 'Session' } });
      }
      return this.proceed(em, account, 'password', actor);
    });
  }

  /** Uses a one-time link, and begins a session or asks for the second factor. */
  signInByLink(token: string, actor: Actor): Promise<BegunSession | FactorRequest> {
    return this.entityManager.transactional(async (em) =>
      this.proceed(em, (await this.links.use('sign-in', token)).account, 'link', actor),
    );
  }

  /**
   * Begins a session for a person who proved to be the account's owner; `setSessionCookie` gives it to the browser.
   * @param method how they proved it: the id of a sign-in method
   * @param authenticatedAt when they proved it; null if unknown, so that it doesn't count as a fresh sign-in
   * @throws Problem forbidden if the account has a second factor (`beginOrAsk` asks for it), account_disabled, or
   * unauthenticated if the account was deleted
   */
  async begin(
    account: Account,
    method: string,
    actor: Actor,
    authenticatedAt?: Date | null,
  ): Promise<BegunSession> {
    const begun = await this.beginOrAsk(account, method, actor, authenticatedAt);
    if ('session' in begun) return begun;
    throw new Problem('forbidden', {
      detail: "The account has a second factor, and this sign-in method doesn't support it.",
    });
  }

  /** Like `begin`, but returns the token for `POST /v1/sessions/factor` if the account has a second factor. */
  beginOrAsk(
    { id }: Account,
    method: string,
    actor: Actor,
    authenticatedAt: Date | null = new Date(),
  ): Promise<BegunSession | FactorRequest> {
    return this.entityManager.transactional(async (em) => {
      const account = await this.accounts.lock(id, LockMode.PESSIMISTIC_READ);
      if (!account) throw new Problem('unauthenticated', { headers: { 'www-authenticate': 'Session' } });
      return this.proceed(em, account, method, actor, authenticatedAt);
    });
  }

  /**
   * Begins a session for the passkey's owner. A passkey verifies the person, so it counts as both factors.
   * @throws Problem invalid_passkey (whatever the reason), too_many_attempts, sign_in_unavailable, account_disabled
   */
  async signInByPasskey(response: PasskeyAssertionDto, actor: Actor): Promise<BegunSession> {
    const attempt = await this.attempts.begin(hashToken(response.id), String(actor.address));
    const answer = await this.passkeys.receive(response, { purpose: 'sign-in', recipient: null });
    const accountId = answer && (await this.checks.ownerOf(response.id));
    const begun =
      accountId &&
      (await this.entityManager.transactional(async (em) => {
        const account = await this.accounts.lock(accountId);
        const owner = { ...actor, accountId };
        if (!account || !(await this.checks.pass(em, account, answer, owner))) return undefined;
        return this.create(em, account, { method: 'passkey' }, owner, new Date());
      }));
    if (!begun) throw new Problem('invalid_passkey', { headers: { 'www-authenticate': 'Session' } });
    await this.attempts.succeed(attempt, begun.session.account.id);
    return begun;
  }

  /**
   * Returns what a browser needs to respond with a passkey instead of a code.
   * @throws Problem invalid_parameter if the sign-in is over, conflict if its account has no passkey
   */
  async requestPasskeyFactor(token: string): Promise<PasskeyRequest> {
    const waiting = await this.waiting.find(token);
    if (!waiting) throw signInIsOver();
    const passkeys = await this.checks.passkeysOf(waiting.accountId);
    if (passkeys.length === 0) throw new Problem('conflict', { detail: NO_PASSKEY });
    return this.passkeys.request(factorUse(waiting), passkeys);
  }

  /**
   * Finishes a sign-in that waits for a second factor.
   * @param given a code, or a passkey's response
   * @throws Problem invalid_parameter if the sign-in is over, invalid_factor, too_many_attempts, sign_in_unavailable,
   * account_disabled
   */
  async finish(token: string, given: string | PasskeyAssertionDto, actor: Actor): Promise<BegunSession> {
    const known = await this.waiting.find(token);
    if (!known) throw signInIsOver();
    const { accountId } = known;
    const attempt = await this.attempts.begin(accountId, String(actor.address));
    const proof = typeof given === 'string' ? given : await this.passkeys.receive(given, factorUse(known));
    const begun = await this.entityManager.transactional(async (em) => {
      const account = await this.accounts.lock(accountId);
      // An organization can end the sign-ins of its issuer without locking accounts.
      const waiting = await this.waiting.find(token, LockMode.PESSIMISTIC_WRITE);
      if (!account || !waiting) throw signInIsOver();
      const owner = { ...actor, accountId };
      const factor = await this.waiting.pass(em, account, waiting, proof, owner);
      // Returns normally, so that the failure is counted and audited.
      if (factor === undefined) return undefined;
      const { method, authenticatedAt = null } = waiting;
      return this.create(em, account, { method, factor }, owner, authenticatedAt);
    });
    if (!begun) throw new Problem('invalid_factor', { headers: { 'www-authenticate': 'Session' } });
    await this.attempts.succeed(attempt, accountId);
    return begun;
  }

  /** Returns the live session of a token, with its account loaded. */
  async find(token: string): Promise<Session | null> {
    const session = await this.entityManager.findOne(
      Session,
      { tokenHash: hashToken(token) },
      { populate: ['account'] },
    );
    const nowMs = Date.now();
    if (!session || session.account.status === 'disabled' || this.hasEnded(session, nowMs)) return null;
    if (session.organizationId !== undefined && session.account.role === 'admin') return null;
    if (nowMs - session.lastSeenAt.getTime() >= LAST_SEEN_STEP_MS) {
      session.lastSeenAt = new Date(nowMs);
      await this.entityManager.flush();
    }
    return session;
  }

  /** Lists the live sessions of an account. */
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

  /** Returns whether the account had this session. */
  async end(accountId: string, sessionId: string, actor: Actor): Promise<boolean> {
    return this.entityManager.transactional(async (em) => {
      const ended = await em.nativeDelete(Session, { id: sessionId, account: accountId });
      if (ended === 0) return false;
      this.auditLog.record(em, { action: 'session.deleted', actor, accountId, targetId: sessionId });
      return true;
    });
  }

  /** Ends all sessions of the account except this one, and its sign-ins that wait for a second factor. */
  async endOthers(accountId: string, sessionId: string, actor: Actor): Promise<void> {
    await this.entityManager.transactional(async (em) => {
      const others = await em.find(Session, { account: accountId, id: { $ne: sessionId } });
      for (const { id } of others) {
        this.auditLog.record(em, { action: 'session.deleted', actor, accountId, targetId: id });
      }
      await endSessions(em, accountId, sessionId);
    });
  }

  /** Ends the sessions that an organization's issuer began, of one account or of all. */
  async endOfOrganization(em: EntityManager, organizationId: string, accountId?: string): Promise<void> {
    await endSessionsOfOrganization(em, organizationId, accountId);
  }

  /** All sign-ins with one factor go through here, so that none bypasses the account's second factor. */
  private async proceed(
    em: EntityManager,
    account: Account,
    method: string,
    actor: Actor,
    authenticatedAt: Date | null = new Date(),
  ): Promise<BegunSession | FactorRequest> {
    checkMaySignIn(account);
    const asked = await this.waiting.begin(account.id, method, authenticatedAt);
    return asked ?? this.create(em, account, { method }, actor, authenticatedAt);
  }

  private async create(
    em: EntityManager,
    account: Account,
    details: { method: string; factor?: string },
    actor: Actor,
    authenticatedAt: Date | null,
  ): Promise<BegunSession> {
    checkMaySignIn(account);
    const token = newToken();
    const now = new Date();
    const session = em.create(Session, {
      id: newId('ses'),
      account,
      tokenHash: hashToken(token),
      method: details.method,
      userAgent: actor.userAgent?.slice(0, LONGEST_USER_AGENT) ?? null,
      address: String(actor.address),
      authenticatedAt,
      createdAt: now,
      lastSeenAt: now,
      expiresAt: new Date(now.getTime() + this.configuration.sessionMaxDays * DAY_MS),
    });
    await this.places.note(em, session);
    this.auditLog.record(em, {
      action: 'session.created',
      actor: { ...actor, accountId: account.id },
      accountId: account.id,
      targetId: session.id,
      details,
    });
    return { session, token };
  }

  /** Selects what has ended, by either. */
  endedAt(now: Date): FilterQuery<Session>[] {
    const idleSince = new Date(now.getTime() - this.configuration.sessionIdleHours * HOUR_MS);
    return [{ expiresAt: { $lte: now } }, { lastSeenAt: { $lte: idleSince } }];
  }

  private hasEnded(session: Session, nowMs: number): boolean {
    const idleMs = nowMs - session.lastSeenAt.getTime();
    return session.expiresAt.getTime() <= nowMs || idleMs >= this.configuration.sessionIdleHours * HOUR_MS;
  }
}

function checkMaySignIn({ status, emailState }: Account): void {
  if (status === 'disabled') throw new Problem('account_disabled');
  if (emailState === 'required') throw new Problem('email_not_verified');
}

/** Ties a challenge to this sign-in. */
function factorUse({ tokenHash }: WaitingSignIn): ChallengeUse {
  return { purpose: 'factor', recipient: tokenHash };
}

function signInIsOver(): Problem {
  return new Problem('invalid_parameter', {
    errors: [
      { pointer: '/token', detail: 'The sign-in has expired, has ended or is invalid. Sign in again.' },
    ],
  });
}
