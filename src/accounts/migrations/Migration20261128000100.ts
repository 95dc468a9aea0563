import { Migration } from '@mikro-orm/migrations';

export class Migration20261128000100 extends Migration {
  override up(): void {
    this.addSql(`
      create table known_networks (
        hash text not null, account_id text not null, used_at timestamptz(3) not null,
        primary key (hash),
        constraint known_networks_account_id_foreign foreign key (account_id) references accounts (id) on delete cascade
      )`);
    this.addSql(`create index known_networks_account_id_index on known_networks (account_id)`);
  }
}
