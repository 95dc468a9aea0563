import { EntityManager, LockMode } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { AccountDependentsService } from '../account-dependents.service.js';
import type { Account } from '../account.entity.js';
import { AccountsService } from '../accounts.service.js';
import { AuditLogService } from '../../core/audit/index.js';
import {
  type Actor,
  newId,
  type Page,
  type PageQueryDto,
  Problem,
  readPage,
  requireFreshSignIn,
} from '../../core/http/index.js';
import { SecretHasherService } from '../../core/secrets/index.js';
import { parseInstant, toInstant } from '../../core/time/index.js';
import {
  type CreatePersonalAccessTokenDto,
  type PersonalAccessTokenDto,
  toPersonalAccessTokenDto,
} from './personal-access-token.dto.js';
import { PersonalAccessToken } from './personal-access-token.entity.js';
import { TOKEN_FORMAT } from './token-format.js';

const MOST_ACTIVE_TOKENS = 50;
/** They stay listed for 90 days. */
const MOST_ENDED_TOKENS = 1_000;
/** The conflict's detail when an account has the maximum number of tokens. */
export const TOO_MANY_TOKENS = `You can have ${MOST_ACTIVE_TOKENS} active tokens. Revoke one that isn't in use.`;

interface IssuedToken {
  accessToken: PersonalAccessToken;
  /** Shown once and never stored. */
  token: string;
}

/**
 * Manages tokens. They end with their account's other sessions, since whoever took an account over may have created
 * them.
 */
@Injectable()
export class PersonalAccessTokensService {
  constructor(
    private readonly entityManager: EntityManager,
    private readonly accounts: AccountsService,
    private readonly secretHasher: SecretHasherService,
    private readonly audit: AuditLogService,
    dependents: AccountDependentsService,
  ) {
    dependents.add({
      endSessions: revokeTokens,
      // Somebody who knew only the password may have created one, which would bypass the new factor.
      beginFactors: revokeTokens,
    });
  }

  /**
   * @throws Problem fresh_sign_in_required, and conflict if the account has the maximum number of tokens or has changed
   */
  async create(
    known: Account,
    { name, scopes, expires_at }: CreatePersonalAccessTokenDto,
    actor: Actor,
  ): Promise<IssuedToken> {
    requireFreshSignIn(actor);
    return this.entityManager.transactional(async (em) => {
      const now = new Date();
      const account = await this.accounts.lockUnchanged(known);
      if ((await em.count(PersonalAccessToken, activeOf(account.id, now))) >= MOST_ACTIVE_TOKENS)
        throw new Problem('conflict', { detail: TOO_MANY_TOKENS });
      const all = await em.count(PersonalAccessToken, { account: account.id });
      if (all >= MOST_ACTIVE_TOKENS + MOST_ENDED_TOKENS)
        throw new Problem('conflict', {
          detail: `${MOST_ENDED_TOKENS} of your tokens have ended in the last 90 days. Create fewer tokens.`,
        });
      const token = TOKEN_FORMAT.generate();
      const accessToken = em.create(PersonalAccessToken, {
        id: newId('pat'),
        account,
        name,
        start: token.slice(0, TOKEN_FORMAT.startLength),
        tokenHash: this.secretHasher.hash(token),
        scopes,
        expiresAt: parseInstant(expires_at)!,
        createdAt: now,
      });
      const details = { name, scopes, expires_at: toInstant(accessToken.expiresAt) };
      this.record(em, 'personal_access_token.created', accessToken, actor, details);
      return { accessToken, token };
    });
  }

  list(accountId: string, page: PageQueryDto): Promise<Page<PersonalAccessTokenDto>> {
    const find = ({ before, limit }: { before?: string; limit: number }) =>
      this.entityManager.find(
        PersonalAccessToken,
        { account: accountId, ...(before !== undefined && { id: { $lt: before } }) },
        { orderBy: { id: 'desc' }, limit },
      );
    return readPage(page, 'pat', find, toPersonalAccessTokenDto);
  }

  /**
   * Irreversible and idempotent.
   * @throws Problem not_found
   */
  revoke(accountId: string, tokenId: string, actor: Actor): Promise<void> {
    return this.entityManager.transactional(async (em) => {
      const accessToken = await em.findOne(
        PersonalAccessToken,
        { id: tokenId, account: accountId },
        { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true },
      );
      if (!accessToken)
        throw new Problem('not_found', { detail: `There is no personal access token ${tokenId}.` });
      if (accessToken.revokedAt) return;
      accessToken.revokedAt = new Date();
      this.record(em, 'personal_access_token.revoked', accessToken, actor, { name: accessToken.name });
    });
  }

  private record(
    em: EntityManager,
    action: 'personal_access_token.created' | 'personal_access_token.revoked',
    { id, account }: PersonalAccessToken,
    actor: Actor,
    details: Record<string, unknown>,
  ): void {
    this.audit.record(em, { action, actor, accountId: account.id, targetId: id, details });
  }
}

/** Selects the active tokens of an account. */
function activeOf(accountId: string, now: Date) {
  return { account: accountId, revokedAt: null, expiresAt: { $gt: now } };
}

/** Revokes all tokens of an account: whoever took it over may have created them. */
async function revokeTokens(em: EntityManager, accountId: string): Promise<void> {
  const now = new Date();
  await em.nativeUpdate(PersonalAccessToken, activeOf(accountId, now), { revokedAt: now });
}
