import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import type { KnownNetworks } from '../../core/attempts/index.js';
import { SecretHasherService } from '../../core/secrets/index.js';

export const KNOWN_DAYS = 90;
const MOST_OF_ACCOUNT = 20;

/** Remembers the networks of accounts in the database, which replicas share and which survives a restart. */
@Injectable()
export class KnownNetworksService implements KnownNetworks {
  constructor(
    private readonly entityManager: EntityManager,
    private readonly hasher: SecretHasherService,
  ) {}

  async has(accountAtNetwork: string): Promise<boolean> {
    const rows = await this.entityManager.execute<unknown[]>(
      'select 1 from known_networks where hash in (?) and used_at > now() - make_interval(days => ?)',
      [this.hasher.hashes(accountAtNetwork), KNOWN_DAYS],
    );
    return rows.length > 0;
  }

  async add(accountId: string, accountAtNetwork: string): Promise<void> {
    await this.entityManager.execute(
      `insert into known_networks (hash, account_id, used_at) values (?, ?, now())
       on conflict (hash, account_id) do update set used_at = excluded.used_at`,
      [this.hasher.hash(accountAtNetwork), accountId],
    );
    await this.entityManager.execute(
      `delete from known_networks where account_id = ? and hash in (
         select hash from known_networks
         where account_id = ? and hash in
           (select hash from known_networks where account_id = ? order by used_at desc, hash offset ?)
         order by hash for update skip locked)`,
      [accountId, accountId, accountId, MOST_OF_ACCOUNT],
    );
  }
}
