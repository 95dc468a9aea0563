import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { hashToken, newToken } from '../../core/secrets/index.js';
import { Problem } from '../../core/http/index.js';
import { Configuration } from '../../core/config/index.js';
import { HOUR_MS } from '../../core/time/index.js';
import type { Account } from '../account.entity.js';
import { isSameMailbox } from '../email-key.js';
import { lockAccount } from '../locked-accounts.js';
import { endLinks } from './end-links.js';
import { type LinkPurpose, OneTimeLink } from './one-time-link.entity.js';

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

/** Creates and uses links that work once, within hours, for one account and one purpose. */
@Injectable()
export class OneTimeLinksService {
  constructor(
    private readonly entityManager: EntityManager,
    private readonly configuration: Configuration,
  ) {}

  /**
   * The token is stored only as a hash. A link to hand out replaces the account's earlier ones for the same purpose. A
   * link to mail replaces none: anybody may request one, and each expires soon.
   * @param email the address it is mailed to; null for a link to hand out
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
   * Returns the id of the account that the link is for.
   * @throws Problem invalid_parameter if the link is invalid, used or expired
   */
  async check(purpose: LinkPurpose, token: string): Promise<string> {
    const found = await this.entityManager.findOne(OneTimeLink, link(purpose, token));
    if (!found) throw invalidToken();
    return found.accountId;
  }

  /**
   * Uses the link in the caller's transaction, and deletes all others of its account. Returns the account, locked.
   * @throws Problem invalid_parameter if the link is invalid, used or expired
   */
  async use(purpose: LinkPurpose, token: string): Promise<{ account: Account; email: string | null }> {
    const found = await this.entityManager.findOne(OneTimeLink, link(purpose, token));
    if (!found) throw invalidToken();
    // All code locks the account first. Of two concurrent uses of its links, the second finds its link deleted.
    const account = await lockAccount(this.entityManager, found.accountId);
    if ((await this.entityManager.nativeDelete(OneTimeLink, link(purpose, token))) === 0)
      throw invalidToken();
    await endLinks(this.entityManager, account.id);
    noteProof(account, found.email ?? null);
    return { account, email: found.email ?? null };
  }
}

/** A mailed link proves that its user reads mail at the address. For one that was handed out, somebody vouches. */
function noteProof(account: Account, email: string | null): void {
  if (email !== null && isSameMailbox(email, account.email)) account.emailState = 'verified';
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
