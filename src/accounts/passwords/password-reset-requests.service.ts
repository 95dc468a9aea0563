import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { AuditLogService } from '../../core/audit/index.js';
import { Configuration } from '../../core/config/index.js';
import type { Actor } from '../../core/http/index.js';
import { type ComposedMail, type Mail, MailsService } from '../../core/mail/index.js';
import { accountOfEmail } from '../email-key.js';
import { OneTimeLinksService } from '../links/one-time-links.service.js';
import { passwordHashOf } from './password-identity.js';

const KIND = 'password-reset';

/**
 * Sends reset links by mail. A request only queues the address in the outbox. Whether it has an account is looked up
 * when the message is sent, so that neither the response nor its timing reveals it.
 */
@Injectable()
export class PasswordResetRequestsService implements OnModuleInit {
  constructor(
    private readonly entityManager: EntityManager,
    private readonly links: OneTimeLinksService,
    private readonly mails: MailsService,
    private readonly auditLog: AuditLogService,
    private readonly configuration: Configuration,
  ) {}

  onModuleInit(): void {
    this.mails.addComposer(KIND, (em, mail) => this.compose(em, mail));
  }

  async request(email: string, { address, requestId }: Actor): Promise<void> {
    await this.entityManager.transactional((em) =>
      Promise.resolve(this.mails.queue(em, { kind: KIND, recipient: email, data: { address, requestId } })),
    );
  }

  /** Sent to the account's stored address: the requested one may only look the same. */
  private async compose(em: EntityManager, mail: Mail): Promise<ComposedMail | undefined> {
    const account = await accountOfEmail(em, mail.recipient);
    if (account?.status !== 'active' || (await passwordHashOf(em, account.id)) === undefined)
      return undefined;
    const { url } = await this.links.create(account.id, 'password-reset', account.email);
    if (mail.accountId === null) this.record(em, account.id, mail);
    this.mails.noteAccount(mail, account.id);
    const { host } = new URL(this.configuration.publicUrl);
    return {
      to: account.email,
      content: {
        subject: 'Reset your password',
        before: [`Somebody, probably you, asked for a new password for your account at ${host}.`],
        link: { label: 'Choose a new password', url },
        after: [
          'The link works once and for one hour.',
          'Choosing a new password disconnects identity providers from your account. You can connect them again afterwards.',
          "If you didn't ask for it, you can ignore this message: your password stays as it is.",
        ],
      },
    };
  }

  private record(em: EntityManager, accountId: string, { data }: Mail): void {
    this.auditLog.record(em, {
      action: 'account.password_reset_requested',
      actor: {
        kind: 'account',
        accountId: null,
        clientId: null,
        address: data.address as string | null,
        requestId: data.requestId as string | null,
      },
      accountId,
      targetId: accountId,
      details: { by: 'mail' },
    });
  }
}
