import type { EntityManager } from '@mikro-orm/postgresql';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { type Client, ClientsService } from '../../clients/index.js';
import { Configuration } from '../../core/config/index.js';
import { type ComposedMail, type Mail, type MailContent, MailsService } from '../../core/mail/index.js';
import { type Membership, OrganizationAccessService } from '../../organizations/index.js';
import { QuotaLevelsService, type QuotaReached } from './quota-levels.service.js';

const KIND = 'quota-reached';

interface Audience {
  /** Undefined for the organization's own quota. */
  client: Client | undefined;
  told: readonly Membership[];
}

/** Mails an organization's owners and admins, and the client's creator, how much of a daily quota is used. */
@Injectable()
export class QuotaMailsService implements OnModuleInit {
  constructor(
    private readonly levels: QuotaLevelsService,
    private readonly clients: ClientsService,
    private readonly access: OrganizationAccessService,
    private readonly mails: MailsService,
    private readonly configuration: Configuration,
  ) {}

  onModuleInit(): void {
    this.mails.addComposer(KIND, (_, mail) => this.compose(mail));
    if (this.mails.isOn) this.levels.onReached((em, reached) => this.queue(em, reached));
  }

  private async queue(em: EntityManager, reached: QuotaReached): Promise<void> {
    const { told } = await this.audienceOf(reached);
    for (const { account } of told)
      this.mails.queue(em, {
        kind: KIND,
        recipient: account.email,
        accountId: account.id,
        data: { ...reached },
      });
  }

  /** Excludes unverified addresses, which may belong to someone else, and a creator who has left the organization. */
  private async audienceOf({ clientId, organizationId }: QuotaReached): Promise<Audience> {
    const client = clientId === null ? undefined : (await this.clients.byId([clientId])).get(clientId);
    if (clientId !== null && client?.deletedAt !== null) return { client, told: [] };
    const members = await this.access.membersOf(organizationId);
    return {
      client,
      told: members.filter(
        ({ account, role }) =>
          account.status === 'active' &&
          account.emailState === 'verified' &&
          (role === 'owner' || role === 'admin' || account.id === client?.account.id),
      ),
    };
  }

  /** Returns undefined if the recipient is no longer in the audience. */
  private async compose({ recipient, data }: Mail): Promise<ComposedMail | undefined> {
    const reached = data as unknown as QuotaReached;
    const { client, told } = await this.audienceOf(reached);
    const membership = told.find(({ account }) => account.email === recipient);
    return membership && { to: recipient, content: this.write(reached, client, membership) };
  }

  private write(
    { level, limit, utcDay, organizationId }: QuotaReached,
    client: Client | undefined,
    { organization }: Membership,
  ): MailContent {
    const { publicUrl } = this.configuration;
    const who = client
      ? `the client “${client.name}” has`
      : `the clients of the organization “${organization.title()}” have together`;
    const quota = `${limit.toLocaleString('en-US')} units for ${utcDay} (UTC)`;
    const whose = client ? 'its' : 'their';
    return {
      subject: `${client ? 'A client' : 'An organization'} has used ${level === 100 ? 'all' : '80 %'} of its daily quota`,
      before: [
        level === 100
          ? `At ${new URL(publicUrl).host}, ${who} used all of ${whose} ${quota}. Requests are rejected until midnight UTC.`
          : `At ${new URL(publicUrl).host}, ${who} used at least 80 % of ${whose} ${quota}. Once all are used, requests are rejected until midnight UTC.`,
      ],
      link: client
        ? { label: 'View usage', url: `${publicUrl}/usage?client=${client.id}` }
        : { label: 'View organization', url: `${publicUrl}/organizations/${organizationId}` },
      after: ['If you need more units, ask an administrator of the service for a higher limit.'],
    };
  }
}
