import { createHash, randomBytes } from 'node:crypto';
import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { Problem } from '../../http/problems/problem.js';
import { Configuration } from '../../config/configuration.js';
import type { Account } from '../account.entity.js';
import { lockAccount } from '../locked-accounts.js';
import { type LinkPurpose, OneTimeLink } from './one-time-link.entity.js';

const VALID_MS = 3_600_000;
const TOKEN_BYTES = 32;
/** The page of the dashboard that uses the link. */
const PAGES: Record<LinkPurpose, string> = { 'password-reset': '/reset-password', 'sign-in': '/sign-in' };

/** Links that are valid for an hour, once, for one account and one purpose. */
@Injectable()
export class OneTimeLinksService {
  constructor(
    private readonly entityManager: EntityManager,
    private readonly configuration: Configuration,
  ) {}

  /**
   * Nothing else holds the token. A link that somebody hands out ends the account's earlier ones for the same purpose. One
   * that goes by mail ends none: anybody may ask for it, and each ends within the hour.
   */
  async create(
    accountId: string,
    purpose: LinkPurpose,
    isMailed = false,
  ): Promise<{ url: string; expiresAt: Date }> {
    const token = randomBytes(TOKEN_BYTES).toString('base64url');
    const expiresAt = new Date(Date.now() + VALID_MS);
    await lockAccount(this.entityManager, accountId);
    await this.entityManager.nativeDelete(OneTimeLink, {
      accountId,
      ...(isMailed ? { expiresAt: { $lte: new Date() } } : { purpose }),
    });
    await this.entityManager.insert(OneTimeLink, {
      tokenHash: hashToken(token),
      accountId,
      purpose,
      isMailed,
      expiresAt,
    });
    return { url: `${this.configuration.publicUrl}${PAGES[purpose]}#token=${token}`, expiresAt };
  }

  /** @throws Problem invalid_parameter when the link is not one of ours, was used or has expired */
  async check(purpose: LinkPurpose, token: string): Promise<void> {
    if (!(await this.entityManager.findOne(OneTimeLink, link(purpose, token)))) throw invalidToken();
  }

  /**
   * Uses a link up in the caller's transaction, and ends all others of its account. Answers the account, locked.
   * @throws Problem invalid_parameter when the link is not one of ours, was used or has expired
   */
  async use(purpose: LinkPurpose, token: string): Promise<{ account: Account; isMailed: boolean }> {
    const found = await this.entityManager.findOne(OneTimeLink, link(purpose, token));
    if (!found) throw invalidToken();
    // The account is locked first everywhere; of two that use its links at once, one finds its link gone.
    const account = await lockAccount(this.entityManager, found.accountId);
    if ((await this.entityManager.nativeDelete(OneTimeLink, link(purpose, token))) === 0)
      throw invalidToken();
    await this.entityManager.nativeDelete(OneTimeLink, { accountId: account.id });
    return { account, isMailed: found.isMailed };
  }
}

function link(purpose: LinkPurpose, token: string) {
  return { purpose, tokenHash: hashToken(token), expiresAt: { $gt: new Date() } };
}

function invalidToken(): Problem {
  return new Problem('invalid_parameter', {
    errors: [
      {
        pointer: '/token',
        detail: 'The link was already used, has expired or is invalid. Ask for a new one.',
      },
    ],
  });
}

function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
