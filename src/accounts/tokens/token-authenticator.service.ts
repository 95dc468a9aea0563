import { networkOf } from '../../core/network/index.js';
import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { AttemptsService } from '../../core/attempts/index.js';
import { SecretHasherService } from '../../core/secrets/index.js';
import type { ScopeName } from '../../core/features/index.js';
import {
  LookUpRoom,
  Problem,
  RequestPaceService,
  bearerChallenge,
  readBearerToken,
  tokenScopeFault,
} from '../../core/http/index.js';
import { PersonalAccessToken } from './personal-access-token.entity.js';
import { TOKEN_FORMAT } from './token-format.js';

const LAST_USED_STEP_MS = 60_000;

/** Authenticates an account by one of its tokens instead of a session. */
@Injectable()
export class TokenAuthenticatorService {
  private readonly lookUps = new LookUpRoom();

  constructor(
    private readonly entityManager: EntityManager,
    private readonly secretHasher: SecretHasherService,
    private readonly attempts: AttemptsService,
    private readonly pace: RequestPaceService,
  ) {}

  /**
   * @param scope the scope that the route requires; undefined if it doesn't accept tokens
   * @throws Problem invalid_token, account_disabled, insufficient_scope, too_many_attempts
   */
  async authenticate(request: FastifyRequest, scope: ScopeName | undefined): Promise<void> {
    const accessToken = await this.find(readBearerToken(request), networkOf(request.ip));
    const { id, account } = accessToken;
    request.account = account;
    request.actor = { kind: 'account', accountId: account.id, clientId: null, tokenId: id };
    const refusal = refusalOf(accessToken, scope);
    if (refusal) {
      // The route's own pace guard would come too late for a refused request.
      this.pace.admit(request);
      throw refusal;
    }
    await this.noteUse(accessToken);
  }

  /** Throttles addresses that send too many invalid tokens; valid ones from the same address still work. */
  private async find(text: string, address: string): Promise<PersonalAccessToken> {
    try {
      return await this.lookUps.admit(address, () => this.read(text), isInvalidToken);
    } catch (error) {
      if (isInvalidToken(error)) await this.attempts.attempt('personalAccessToken', address);
      throw error;
    }
  }

  private async read(text: string): Promise<PersonalAccessToken> {
    const accessToken = TOKEN_FORMAT.isWellFormed(text)
      ? await this.entityManager.findOne(
          PersonalAccessToken,
          { tokenHash: { $in: this.secretHasher.hashes(text) } },
          { populate: ['account'] },
        )
      : null;
    if (!accessToken) throw invalidToken('The personal access token is wrong.');
    const status = accessToken.statusAt(new Date());
    if (status !== 'active') throw invalidToken(`The personal access token ${ENDS[status]}.`);
    if (this.secretHasher.isOutdated(accessToken.tokenHash))
      await this.entityManager.nativeUpdate(
        PersonalAccessToken,
        { id: accessToken.id },
        { tokenHash: this.secretHasher.hash(text) },
      );
    return accessToken;
  }

  private async noteUse({ id, lastUsedAt }: PersonalAccessToken): Promise<void> {
    const now = new Date();
    if (lastUsedAt && now.getTime() - lastUsedAt.getTime() < LAST_USED_STEP_MS) return;
    await this.entityManager.nativeUpdate(PersonalAccessToken, { id }, { lastUsedAt: now });
  }
}

const ENDS = { expired: 'has expired', revoked: 'was revoked' } as const;

function refusalOf(
  { account, scopes }: PersonalAccessToken,
  scope: ScopeName | undefined,
): Problem | undefined {
  if (account.status === 'disabled') return new Problem('account_disabled');
  if (scope !== undefined && scopes.includes(scope)) return undefined;
  return new Problem('insufficient_scope', {
    detail: tokenScopeFault(scope),
    headers: bearerChallenge('insufficient_scope', scope),
  });
}

function invalidToken(detail: string): Problem {
  return new Problem('invalid_token', { detail, headers: bearerChallenge('invalid_token') });
}

function isInvalidToken(error: unknown): boolean {
  return error instanceof Problem && error.code === 'invalid_token';
}
