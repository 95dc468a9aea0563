import { Migration } from '@mikro-orm/migrations';

export class Migration20261122000300 extends Migration {
  override up(): void {
    this.addSql(`
      create table clients (
        id text not null, account_id text not null, name text not null, description text,
        secret_hash text not null, scopes text[] not null, rate_limits jsonb not null, status text not null,
        created_at timestamptz(3) not null, updated_at timestamptz(3) not null, deleted_at timestamptz(3),
        previous_secret_hash text, previous_secret_ends_at timestamptz(3),
        limit_ceilings jsonb not null default '{}', organization_id text not null,
        primary key (id),
        constraint clients_account_id_foreign foreign key (account_id) references accounts (id) on delete cascade,
        constraint clients_organization_id_foreign foreign key (organization_id) references organizations (id) on delete cascade
      )`);
    this.addSql(`create index clients_account_id_index on clients (account_id)`);
    this.addSql(`create index clients_organization_id_index on clients (organization_id)`);
  }
}
