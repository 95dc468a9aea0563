import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { hashToken, newToken } from '../../common/secrets/random-token.js';
import { Problem } from '../../http/problems/problem.js';
import { Configuration } from '../../config/configuration.js';
import type { Account } from '../account.entity.js';
import { emailKey } from '../email-key.js';
import { lockAccount } from '../locked-accounts.js';
import { endLinks } from './end-links.js';
import { type LinkPurpose, OneTimeLink } from './one-time-link.entity.js';

const HOUR_MS = 3_600_000;
const VALID_MS: Record<LinkPurpose, number> = {
  'password-reset': HOUR_MS,
  'sign-in': HOUR_MS,
  'email-verification': 24 * HOUR_MS,
};
/** The page of the dashboard that uses the link. */
const PAGES: Record<LinkPurpose, string> = {
  'password-reset': '/reset-password',
  'sign-in': '/sign-in',
  'email-verification': '/verify-email',
};

/** Links that are valid for some hours, once, for one account and one purpose. */
@Injectable()
export class OneTimeLinksService {
  constructor(
    private readonly entityManager: EntityManager,
    private readonly configuration: Configuration,
  ) {}

  /**
   * Nothing else holds the token. A link that somebody hands out ends the account's earlier ones for the same purpose. One
   * that goes by mail ends none: anybody may ask for it, and each ends soon.
   * @param email to which it goes by mail
   */
  async create(
    accountId: string,
    purpose: LinkPurpose,
    email: string | null = null,
  ): Promise<{ url: string; expiresAt: Date }> {
    const token = newToken();
    const expiresAt = new Date(Date.now() + VALID_MS[purpose]);
    await lockAccount(this.entityManager, accountId);
    await this.entityManager.nativeDelete(OneTimeLink, {
      accountId,
      ...(email === null ? { purpose } : { expiresAt: { $lte: new Date() } }),
    });
    await this.entityManager.insert(OneTimeLink, {
      tokenHash: hashToken(token),
      accountId,
      purpose,
      email,
      expiresAt,
    });
    return { url: `${this.configuration.publicUrl}${PAGES[purpose]}#token=${token}`, expiresAt };
  }

  /**
   * The id of the account that the link is for.
   * @throws Problem invalid_parameter when the link is not one of ours, was used or has expired
   */
  async check(purpose: LinkPurpose, token: string): Promise<string> {
    const found = await this.entityManager.findOne(OneTimeLink, link(purpose, token));
    if (!found) throw invalidToken();
    return found.accountId;
  }

  /**
   * Uses a link up in the caller's transaction, and ends all others of its account. Answers the account, locked.
   * @throws Problem invalid_parameter when the link is not one of ours, was used or has expired
   */
  async use(purpose: LinkPurpose, token: string): Promise<{ account: Account; email: string | null }> {
    const found = await this.entityManager.findOne(OneTimeLink, link(purpose, token));
    if (!found) throw invalidToken();
    // The account is locked first everywhere; of two that use its links at once, one finds its link gone.
    const account = await lockAccount(this.entityManager, found.accountId);
    if ((await this.entityManager.nativeDelete(OneTimeLink, link(purpose, token))) === 0)
      throw invalidToken();
    await endLinks(this.entityManager, account.id);
    noteProof(account, found.email ?? null);
    return { account, email: found.email ?? null };
  }
}

/** Who uses a link that went by mail reads mail there; for whom it was handed to, somebody vouches. */
function noteProof(account: Account, email: string | null): void {
  if (email !== null && emailKey(email) === account.emailKey) account.emailState = 'verified';
  else if (email === null && account.emailState === 'required') account.emailState = 'unverified';
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
