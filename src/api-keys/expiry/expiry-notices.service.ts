import { RepeatedWork } from '../../core/background/index.js';
import { EntityManager, LockMode, raw } from '@mikro-orm/postgresql';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DAY_MS, EXPIRY_TOLD_MS, before, isExpiryTold, toInstant } from '../../core/time/index.js';
import { ClientOwnersService } from '../../clients/index.js';
import { Configuration } from '../../core/config/index.js';
import { type ComposedMail, type Mail, MailsService } from '../../core/mail/index.js';
import { EventsService } from '../../core/events/index.js';
import { OrganizationAccessService } from '../../organizations/index.js';
import { ApiKey } from '../api-key.entity.js';

const KIND = 'expiring-key';
const AT_ONCE = 500;

/**
 * Notifies subscribers and the creators of clients a week before keys expire, and again if the expiry moves to a later
 * time, but at most once a day for each key.
 */
@Injectable()
export class ExpiryNoticesService extends RepeatedWork implements OnModuleInit {
  protected readonly intervalMs = 600_000;

  constructor(
    private readonly entityManager: EntityManager,
    private readonly owners: ClientOwnersService,
    private readonly access: OrganizationAccessService,
    private readonly mails: MailsService,
    private readonly events: EventsService,
    private readonly configuration: Configuration,
  ) {
    super();
  }

  onModuleInit(): void {
    this.mails.addComposer(KIND, (em, mail) => this.compose(em, mail));
  }

  /** Each key is noted by the process that locks it first; others skip it. */
  async work(now: Date): Promise<void> {
    await this.entityManager.transactional(async (em) => {
      const due = await em.find(
        ApiKey,
        {
          isEphemeral: false,
          isRevoked: false,
          revokedAt: null,
          expiresAt: { $gt: now, $lte: new Date(now.getTime() + EXPIRY_TOLD_MS) },
          $or: [
            { expiryNotedAt: null },
            {
              expiryNotedAt: { $lte: before(now, DAY_MS) },
              [raw((alias) => `(${alias}.expiry_noted_at + interval '7 days' < ${alias}.expires_at)`)]: true,
            },
          ],
        },
        { lockMode: LockMode.PESSIMISTIC_PARTIAL_WRITE, orderBy: { expiresAt: 'asc' }, limit: AT_ONCE },
      );
      for (const apiKey of due) apiKey.expiryNotedAt = now;
      await em.populate(due, ['client']);
      await this.loadCreators(em, due);
      const noted = due.filter(isNoted);
      for (const apiKey of noted) await this.announce(em, apiKey);
      const byCreator = Map.groupBy(noted.filter(isTold), ({ client }) => client.account.id);
      for (const [accountId, apiKeys] of byCreator) await this.queue(em, accountId, apiKeys);
    });
  }

  private loadCreators(em: EntityManager, apiKeys: ApiKey[]): Promise<void> {
    const clients = apiKeys.map(({ client }) => client);
    return this.owners.load(em, clients, 'account');
  }

  private async announce(em: EntityManager, { id, client, expiresAt }: ApiKey): Promise<void> {
    await this.events.announce(em, {
      type: 'api_key.expiring',
      organization: client.organization,
      client,
      data: {
        api_key_id: id,
        client_id: client.id,
        organization_id: client.organization.id,
        expires_at: toInstant(expiresAt!),
      },
    });
  }

  /** A creator who left the organization isn't notified. */
  private async queue(em: EntityManager, accountId: string, apiKeys: ApiKey[]): Promise<void> {
    const own = await this.access.organizationsTelling(accountId, 'keys.read');
    const keyIds = apiKeys.filter(({ client }) => own.includes(client.organization.id)).map(({ id }) => id);
    const { email } = apiKeys[0].client.account;
    if (keyIds.length > 0)
      this.mails.queue(em, { kind: KIND, recipient: email, accountId, data: { keyIds } });
  }

  /** Lists the keys that still expire. Composes nothing for an address that is no longer the account's. */
  private async compose(em: EntityManager, { recipient, data }: Mail): Promise<ComposedMail | undefined> {
    const found = await em.find(
      ApiKey,
      { id: { $in: data.keyIds as string[] } },
      { populate: ['client'], orderBy: { expiresAt: 'asc' } },
    );
    await this.loadCreators(em, found);
    const now = new Date();
    const apiKeys = found.filter(
      (apiKey) =>
        isNoted(apiKey) &&
        isTold(apiKey) &&
        apiKey.statusAt(now) === 'active' &&
        apiKey.client.account.email === recipient,
    );
    if (apiKeys.length === 0) return undefined;
    const { publicUrl } = this.configuration;
    return {
      to: recipient,
      content: {
        subject: apiKeys.length === 1 ? 'An API key expires soon' : `${apiKeys.length} API keys expire soon`,
        before: [
          `At ${new URL(publicUrl).host}, these API keys stop working when they expire:`,
          ...apiKeys.map(
            ({ name, start, client, expiresAt }) =>
              `“${name}” (${start}…) of the client “${client.name}” expires on ${toInstant(expiresAt!)}.`,
          ),
        ],
        link: { label: 'View your API keys', url: `${publicUrl}/api-keys` },
        after: ['To keep using a key, change its expiry, or generate another key and use that instead.'],
      },
    };
  }
}

function isNoted({ client, createdAt, expiresAt }: ApiKey): boolean {
  return isExpiryTold(createdAt, expiresAt!) && client.deletedAt === null && client.status === 'active';
}

/** Unverified addresses may belong to somebody else. */
function isTold({ client: { account } }: ApiKey): boolean {
  return account.status === 'active' && account.emailState === 'verified';
}
