import { Migration } from '@mikro-orm/migrations';

/** Two accounts of one mailbox have the same hash of a network, and each its own row. */
export class Migration20261128132417 extends Migration {
  override up(): void {
    this.addSql('alter table known_networks drop constraint known_networks_pkey, add primary key (hash, account_id)');
  }
}
