import { EntityManager, LockMode, UniqueConstraintViolationException } from '@mikro-orm/postgresql';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { AttemptsService } from '../../core/attempts/index.js';
import { AuditLogService } from '../../core/audit/index.js';
import { Configuration } from '../../core/config/index.js';
import { type Actor, Problem } from '../../core/http/index.js';
import { type ComposedMail, type Mail, MailsService } from '../../core/mail/index.js';
import { Account } from '../account.entity.js';
import { AuthenticatorService } from '../authenticator.service.js';
import { accountOfEmail, emailKey, isSameMailbox } from '../email-key.js';
import { endLinks } from '../links/end-links.js';
import { OneTimeLink } from '../links/one-time-link.entity.js';
import { OneTimeLinksService } from '../links/one-time-links.service.js';
import { lockAccount } from '../locked-accounts.js';
import { EmailChangeNoticesService } from './email-change-notices.service.js';

const KIND = 'email-verification';

/** Verifies that the owner of an account reads mail at an address before it takes effect. */
@Injectable()
export class EmailVerificationsService implements OnModuleInit {
  constructor(
    private readonly entityManager: EntityManager,
    private readonly links: OneTimeLinksService,
    private readonly mails: MailsService,
    private readonly notices: EmailChangeNoticesService,
    private readonly authenticator: AuthenticatorService,
    private readonly attempts: AttemptsService,
    private readonly auditLog: AuditLogService,
    private readonly configuration: Configuration,
  ) {}

  onModuleInit(): void {
    this.mails.addComposer(KIND, (em, mail) => this.compose(em, mail));
  }

  /** Sends a link to the account's pending address, or else to its current one unless that is verified. */
  queue(em: EntityManager, account: Account): void {
    const recipient = awaitedEmail(account);
    if (recipient !== undefined) this.mails.queue(em, { kind: KIND, recipient, accountId: account.id });
  }

  /**
   * Makes the address pending until its link is used. The account's current address withdraws a pending change, and
   * gets another link if it isn't verified.
   * @throws Problem email_taken, too_many_attempts
   */
  async request(em: EntityManager, account: Account, email: string): Promise<void> {
    const isOwn = isSameMailbox(email, account.email);
    // Withdrawing a change is never throttled.
    if (!isOwn || account.pendingEmail === null) {
      await this.attempts.attempt('emailVerificationMail', account.id);
      await this.attempts.attempt('emailVerificationMail', emailKey(email));
    }
    if (!isOwn && (await accountOfEmail(em, email))) throw new Problem('email_taken');
    const pendingEmail = isOwn ? null : email;
    if (pendingEmail !== account.pendingEmail)
      await em.nativeDelete(OneTimeLink, { accountId: account.id, purpose: KIND });
    account.pendingEmail = pendingEmail;
    this.queue(em, account);
  }

  /**
   * Sends another link to an account that can't sign in before it is verified. Beyond the rate limit, silently sends
   * none.
   */
  async remind({ id }: Account): Promise<void> {
    try {
      await this.entityManager.transactional(async (em) => {
        const account = await lockAccount(em, id);
        await this.request(em, account, account.email);
      });
    } catch (error) {
      if (!(error instanceof Problem && error.code === 'too_many_attempts')) throw error;
    }
  }

  /**
   * Gives the account another, unverified address. The account's links, which may have gone to the old one, are
   * deleted.
   */
  async move(em: EntityManager, account: Account, email: string): Promise<void> {
    await endLinks(em, account.id);
    this.notices.queue(em, account.id, account.email);
    Object.assign(account, {
      email,
      emailKey: emailKey(email),
      emailState: 'unverified',
      pendingEmail: null,
    });
  }

  /**
   * Uses the link. The caller must be signed in to the account or know its password: the link alone may have reached
   * somebody whose address another person entered.
   * @throws Problem invalid_parameter if the link is invalid or the password is missing, email_taken, and those of
   * `authenticate`
   */
  async verify(token: string, password: string | undefined, actor: Actor): Promise<void> {
    const accountId = await this.links.check(KIND, token);
    if (actor.accountId !== accountId) await this.checkPassword(accountId, password, actor);
    try {
      await this.entityManager.transactional(async (em) => {
        const { account, email } = await this.links.use(KIND, token);
        const moves = !isSameMailbox(email!, account.email);
        if (moves) await this.move(em, account, email!);
        account.emailState = 'verified';
        account.updatedAt = new Date();
        const owner = { ...actor, accountId };
        this.auditLog.record(em, {
          action: 'account.email_verified',
          actor: owner,
          accountId,
          targetId: accountId,
          details: { changed: moves ? ['email'] : [] },
        });
      });
    } catch (error) {
      if (error instanceof UniqueConstraintViolationException)
        throw new Problem('email_taken', { cause: error });
      throw error;
    }
  }

  private async checkPassword(
    accountId: string,
    password: string | undefined,
    { address }: Actor,
  ): Promise<void> {
    if (password === undefined || this.configuration.passwordSignIn === 'off')
      throw new Problem('invalid_parameter', {
        errors: [
          { pointer: '/password', detail: "Enter the account's password, or sign in to the account first." },
        ],
      });
    const { email } = await this.entityManager.findOneOrFail(Account, { id: accountId });
    await this.authenticator.authenticate(email, password, String(address));
  }

  /** Composes nothing if the address was withdrawn or verified before the message is sent. */
  private async compose(
    em: EntityManager,
    { accountId, recipient }: Mail,
  ): Promise<ComposedMail | undefined> {
    const account = await em.findOne(
      Account,
      { id: accountId!, status: 'active', deletedAt: null },
      { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true },
    );
    if (!account || recipient !== awaitedEmail(account)) return undefined;
    const { url } = await this.links.create(account.id, KIND, recipient);
    const { host } = new URL(this.configuration.publicUrl);
    return {
      to: recipient,
      content: {
        subject: 'Verify your email address',
        before: [`Somebody, probably you, entered this address for an account at ${host}.`],
        link: { label: 'Verify this address', url },
        after: [
          'The link works once and for 24 hours. Unless you are signed in, it asks for the password of the account.',
          "If you didn't enter the address, ignore this message.",
        ],
      },
    };
  }
}

/** Returns the address that awaits verification, if any. */
function awaitedEmail({ email, emailState, pendingEmail }: Account): string | undefined {
  return pendingEmail ?? (emailState === 'verified' ? undefined : email);
}
