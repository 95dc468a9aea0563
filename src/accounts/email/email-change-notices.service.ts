import type { EntityManager } from '@mikro-orm/postgresql';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Configuration } from '../../core/config/index.js';
import { type ComposedMail, type Mail, MailsService } from '../../core/mail/index.js';

const KIND = 'email-changed';

/** Notifies an account's old address that it was replaced, in case its owner didn't do it. */
@Injectable()
export class EmailChangeNoticesService implements OnModuleInit {
  constructor(
    private readonly mails: MailsService,
    private readonly configuration: Configuration,
  ) {}

  onModuleInit(): void {
    this.mails.addComposer(KIND, (_, mail) => Promise.resolve(this.compose(mail)));
  }

  queue(em: EntityManager, accountId: string, oldEmail: string): void {
    this.mails.queue(em, { kind: KIND, recipient: oldEmail, accountId });
  }

  private compose({ recipient }: Mail): ComposedMail {
    const { host } = new URL(this.configuration.publicUrl);
    return {
      to: recipient,
      content: {
        subject: 'Your email address was changed',
        before: [
          `Your account at ${host} has a new email address. This message goes to the old one.`,
          "If you didn't change it, tell an administrator of the service immediately.",
        ],
      },
    };
  }
}
