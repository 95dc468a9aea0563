import type { EntityManager } from '@mikro-orm/postgresql';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Configuration } from '../../../core/config/index.js';
import { type ComposedMail, type Mail, MailsService } from '../../../core/mail/index.js';
import { type Membership, OrganizationAccessService } from '../../../organizations/index.js';
import { type DisabledReason, Webhook } from '../webhook.entity.js';

const KIND = 'webhook-disabled';

const BECAUSE: Readonly<Record<Exclude<DisabledReason, 'user'>, string>> = {
  gone: 'it responded with 410 Gone',
  failing: 'all attempts to reach it have failed for five days',
  backlog: 'more than 10,000 events were waiting for it',
};

/** Notifies the owners of an organization that the service has disabled a webhook. */
@Injectable()
export class WebhookMailsService implements OnModuleInit {
  constructor(
    private readonly access: OrganizationAccessService,
    private readonly mails: MailsService,
    private readonly configuration: Configuration,
  ) {}

  onModuleInit(): void {
    this.mails.addComposer(KIND, (em, mail) => this.compose(em, mail));
  }

  async queue(
    em: EntityManager,
    organizationId: string,
    webhookId: string,
    reason: Exclude<DisabledReason, 'user'>,
  ): Promise<void> {
    if (!this.mails.isOn) return;
    for (const { account } of await this.owners(organizationId))
      this.mails.queue(em, {
        kind: KIND,
        recipient: account.email,
        accountId: account.id,
        data: { webhookId, reason },
      });
  }

  /** Skips unverified addresses, which may belong to someone else. */
  private async owners(organizationId: string): Promise<Membership[]> {
    const members = await this.access.membersOf(organizationId);
    return members.filter(
      ({ account, role }) =>
        role === 'owner' && account.status === 'active' && account.emailState === 'verified',
    );
  }

  /** Returns undefined if the recipient is no longer an owner, or the webhook has been enabled again. */
  private async compose(em: EntityManager, { recipient, data }: Mail): Promise<ComposedMail | undefined> {
    const { webhookId, reason } = data as { webhookId: string; reason: keyof typeof BECAUSE };
    const webhook = await em.findOne(Webhook, { id: webhookId, disabledReason: reason });
    const owners = webhook ? await this.owners(webhook.organization.id) : [];
    const owner = owners.find(({ account }) => account.email === recipient);
    if (!webhook || !owner) return undefined;
    const { publicUrl } = this.configuration;
    return {
      to: recipient,
      content: {
        subject: 'A webhook was disabled',
        before: [
          `At ${new URL(publicUrl).host}, the webhook ${webhook.url} of the organization “${owner.organization.title()}” was disabled, because ${BECAUSE[reason]}.`,
          'It gets no events until you enable it again.',
        ],
        link: { label: 'View webhooks', url: `${publicUrl}/webhooks` },
      },
    };
  }
}
