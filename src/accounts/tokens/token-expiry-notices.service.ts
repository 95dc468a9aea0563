import { RepeatedWork } from '../../core/background/index.js';
import { EntityManager, LockMode } from '@mikro-orm/postgresql';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { EXPIRY_TOLD_MS, isExpiryTold, toInstant } from '../../core/time/index.js';
import { Configuration } from '../../core/config/index.js';
import { type ComposedMail, type Mail, MailsService } from '../../core/mail/index.js';
import { PersonalAccessToken } from './personal-access-token.entity.js';

const KIND = 'expiring-token';
const AT_ONCE = 500;

/** Notifies accounts a week before their tokens expire. */
@Injectable()
export class TokenExpiryNoticesService extends RepeatedWork implements OnModuleInit {
  protected readonly intervalMs = 600_000;

  constructor(
    private readonly entityManager: EntityManager,
    private readonly mails: MailsService,
    private readonly configuration: Configuration,
  ) {
    super();
  }

  onModuleInit(): void {
    this.mails.addComposer(KIND, (em, mail) => this.compose(em, mail));
  }

  /** Each token is noted by the process that locks it first; others skip it. */
  async work(now: Date): Promise<void> {
    if (!this.mails.isOn) return;
    await this.entityManager.transactional(async (em) => {
      const due = await em.find(
        PersonalAccessToken,
        {
          revokedAt: null,
          expiryNotedAt: null,
          expiresAt: { $gt: now, $lte: new Date(now.getTime() + EXPIRY_TOLD_MS) },
        },
        { lockMode: LockMode.PESSIMISTIC_PARTIAL_WRITE, orderBy: { expiresAt: 'asc' }, limit: AT_ONCE },
      );
      for (const token of due) token.expiryNotedAt = now;
      await em.populate(due, ['account']);
      const byAccount = Map.groupBy(due.filter(isTold), ({ account }) => account);
      for (const [{ id, email }, tokens] of byAccount)
        this.mails.queue(em, {
          kind: KIND,
          recipient: email,
          accountId: id,
          data: { tokenIds: tokens.map((token) => token.id) },
        });
    });
  }

  /** Lists the tokens that still expire. Composes nothing for an address that is no longer the account's. */
  private async compose(em: EntityManager, { recipient, data }: Mail): Promise<ComposedMail | undefined> {
    const found = await em.find(
      PersonalAccessToken,
      { id: { $in: data.tokenIds as string[] } },
      { populate: ['account'], orderBy: { expiresAt: 'asc' } },
    );
    const now = new Date();
    const tokens = found.filter(
      (token) => isTold(token) && token.statusAt(now) === 'active' && token.account.email === recipient,
    );
    if (tokens.length === 0) return undefined;
    const { publicUrl } = this.configuration;
    return {
      to: recipient,
      content: {
        subject:
          tokens.length === 1
            ? 'A personal access token expires soon'
            : `${tokens.length} personal access tokens expire soon`,
        before: [
          `At ${new URL(publicUrl).host}, these personal access tokens stop working when they expire:`,
          ...tokens.map(
            ({ name, start, expiresAt }) => `“${name}” (${start}…) expires on ${toInstant(expiresAt)}.`,
          ),
        ],
        link: { label: 'View your tokens', url: `${publicUrl}/account` },
        after: ['If a program still needs one, create another token and use that instead.'],
      },
    };
  }
}

/** Unverified addresses may belong to somebody else. */
function isTold({ account, createdAt, expiresAt }: PersonalAccessToken): boolean {
  return (
    isExpiryTold(createdAt, expiresAt) && account.status === 'active' && account.emailState === 'verified'
  );
}
