import { siteOf } from '../../../core/network/index.js';
import { EntityManager, LockMode } from '@mikro-orm/postgresql';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { AccountsService } from '../../accounts.service.js';
import { before, toInstant } from '../../../core/time/index.js';
import { Configuration } from '../../../core/config/index.js';
import { type ComposedMail, type Mail, MailsService } from '../../../core/mail/index.js';
import type { Session } from '../session.entity.js';
import { REMEMBERED_MS, SignInPlace } from './sign-in-place.entity.js';

const KIND = 'new-sign-in';

/** Notifies the owner of an account of a sign-in from a new place. */
@Injectable()
export class SignInPlacesService implements OnModuleInit {
  constructor(
    private readonly accounts: AccountsService,
    private readonly mails: MailsService,
    private readonly configuration: Configuration,
    private readonly entityManager: EntityManager,
  ) {}

  onModuleInit(): void {
    this.mails.addComposer(KIND, (em, mail) => this.compose(em, mail));
  }

  /**
   * Remembers the place of a new session. It counts as new if the account has others. Of several sessions that begin
   * there at the same time, only one is the first.
   */
  async note(em: EntityManager, { account, address, createdAt }: Session): Promise<void> {
    const network = siteOf(address);
    // Whether the sweep has already been there makes no difference.
    const lastSignInAt = { $lt: before(createdAt, REMEMBERED_MS) };
    await em.nativeDelete(SignInPlace, { account: account.id, network, lastSignInAt });
    const [{ is_new }] = await em.execute<{ is_new: boolean }[]>(
      `with noted as (
         insert into sign_in_places (account_id, network, last_sign_in_at) values (?, ?, ?)
         on conflict (account_id, network) do update set last_sign_in_at = excluded.last_sign_in_at
         returning *, xmax = 0 as is_first
       )
       select is_first and exists (
         select 1 from sign_in_places other
         where other.account_id = noted.account_id and other.network <> noted.network
       ) as is_new from noted`,
      [account.id, network, createdAt],
    );
    if (!is_new || account.emailState !== 'verified') return;
    const data = { address, at: toInstant(createdAt) };
    this.mails.queue(em, { kind: KIND, recipient: account.email, accountId: account.id, data });
  }

  async list(accountId: string): Promise<object[]> {
    const places = await this.entityManager.find(
      SignInPlace,
      { account: accountId },
      { orderBy: { lastSignInAt: 'desc' } },
    );
    return places.map(({ network, lastSignInAt }) => ({
      network,
      last_sign_in_at: toInstant(lastSignInAt),
    }));
  }

  /** Composes nothing for an address that is no longer the account's. */
  private async compose(
    _: EntityManager,
    { accountId, recipient, data }: Mail,
  ): Promise<ComposedMail | undefined> {
    const account = await this.accounts.lock(accountId!, LockMode.PESSIMISTIC_READ);
    if (account?.email !== recipient) return undefined;
    const { host } = new URL(this.configuration.publicUrl);
    return {
      to: recipient,
      content: {
        subject: 'New sign-in to your account',
        before: [
          `Somebody, probably you, signed in to your account at ${host} from a new place.`,
          `IP address: ${String(data.address)}`,
          `Time: ${String(data.at)}`,
        ],
        link: { label: 'View your sessions', url: `${this.configuration.publicUrl}/account` },
        after: [
          "If it wasn't you, end that session, change your password if you have one, and tell an administrator of the service.",
        ],
      },
    };
  }
}
