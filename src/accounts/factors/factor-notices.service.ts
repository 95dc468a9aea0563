import type { EntityManager } from '@mikro-orm/postgresql';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { Account } from '../account.entity.js';
import { AttemptsService } from '../../core/attempts/index.js';
import { Configuration } from '../../core/config/index.js';
import { type ComposedMail, type Mail, MailsService } from '../../core/mail/index.js';

const KIND = 'factor-changed';

/** What happened, in the words of the message. */
const EVENTS = {
  added: 'An authenticator app was added to your account',
  removed: 'An authenticator app was removed from your account',
  passkey_added: 'A passkey was added to your account',
  passkey_removed: 'A passkey was removed from your account',
  recovery_codes_created: 'New recovery codes were created for your account',
  recovery_code_used: 'Somebody signed in to your account with a recovery code',
  all_removed: 'An operator removed two-factor authentication from your account',
};
export type FactorEvent = keyof typeof EVENTS;

/** Notifies the owner of an account of changes to its second factors. */
@Injectable()
export class FactorNoticesService implements OnModuleInit {
  constructor(
    private readonly mails: MailsService,
    private readonly attempts: AttemptsService,
    private readonly configuration: Configuration,
  ) {}

  onModuleInit(): void {
    this.mails.addComposer(KIND, (_, mail) => Promise.resolve(this.compose(mail)));
  }

  /** Only notifies a verified address, which is nobody else's, and limits the number of messages. */
  async queue(em: EntityManager, { id, email, emailState }: Account, event: FactorEvent): Promise<void> {
    if (!this.mails.isOn || emailState !== 'verified') return;
    if (!(await this.attempts.mayAttempt('factorNotice', id))) return;
    this.mails.queue(em, { kind: KIND, recipient: email, accountId: id, data: { event } });
  }

  private compose({ recipient, data }: Mail): ComposedMail {
    const { host } = new URL(this.configuration.publicUrl);
    return {
      to: recipient,
      content: {
        subject:
          data.event === 'recovery_code_used'
            ? 'A recovery code was used'
            : 'Two-factor authentication was changed',
        before: [
          `${EVENTS[data.event as FactorEvent]} at ${host}.`,
          "If this wasn't you, change your password and check your account settings immediately. If you can't sign in, tell an administrator of the service.",
        ],
      },
    };
  }
}
