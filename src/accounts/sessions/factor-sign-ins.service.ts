import { EntityManager, LockMode } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { AccountAttemptsService, AttemptsService } from '../../core/attempts/index.js';
import { type Actor, Problem } from '../../core/http/index.js';
import { hashToken } from '../../core/secrets/index.js';
import { AccountsService } from '../accounts.service.js';
import { FactorChecksService } from '../factors/factor-checks.service.js';
import type { ChallengeUse } from '../factors/passkeys/passkey-challenges.service.js';
import type { PasskeyAssertionDto } from '../factors/passkeys/passkey-credential.dto.js';
import type { PasskeyRequest } from '../factors/passkeys/passkey-options.dto.js';
import { PasskeysService } from '../factors/passkeys/passkeys.service.js';
import { KnownNetworksService } from '../known-networks/known-networks.service.js';
import type { BegunSession } from './begun-session.types.js';
import { NewSessionsService } from './new-sessions.service.js';
import type { WaitingSignIn } from './waiting-sign-in.entity.js';
import { WaitingSignInsService } from './waiting-sign-ins.service.js';

export const NO_PASSKEY = 'The account has no passkey. Use a code.';

/** Signs people in with a second factor, or with a passkey alone, which counts as both. */
@Injectable()
export class FactorSignInsService {
  private readonly attempts: AccountAttemptsService;

  constructor(
    private readonly entityManager: EntityManager,
    private readonly accounts: AccountsService,
    private readonly sessions: NewSessionsService,
    private readonly waiting: WaitingSignInsService,
    private readonly checks: FactorChecksService,
    private readonly passkeys: PasskeysService,
    attempts: AttemptsService,
    known: KnownNetworksService,
  ) {
    this.attempts = new AccountAttemptsService(attempts, known, 'factorOfAccount', 'factorFromNetwork');
  }

  /**
   * Begins a session for the passkey's owner. A passkey verifies the person, so it counts as both factors.
   * @throws Problem invalid_passkey (whatever the reason), too_many_attempts, sign_in_unavailable, account_disabled
   */
  async byPasskey(response: PasskeyAssertionDto, actor: Actor): Promise<BegunSession> {
    const attempt = await this.attempts.begin(hashToken(response.id), String(actor.address));
    const answer = await this.passkeys.receive(response, { purpose: 'sign-in', recipient: null });
    const accountId = answer && (await this.checks.ownerOf(response.id));
    const begun =
      accountId &&
      (await this.entityManager.transactional(async (em) => {
        const account = await this.accounts.lock(accountId);
        const owner = { ...actor, accountId };
        if (!account || !(await this.checks.pass(em, account, answer, owner))) return undefined;
        return this.sessions.create(em, account, { method: 'passkey' }, owner, new Date());
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
      return this.sessions.create(em, account, { method, factor }, owner, authenticatedAt);
    });
    if (!begun) throw new Problem('invalid_factor', { headers: { 'www-authenticate': 'Session' } });
    await this.attempts.succeed(attempt, accountId);
    return begun;
  }
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
