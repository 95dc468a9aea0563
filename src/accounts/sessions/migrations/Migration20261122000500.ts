import { Migration } from '@mikro-orm/migrations';

export class Migration20261122000500 extends Migration {
  override up(): void {
    this.addSql(`
      create table sessions (
        id text not null, account_id text not null, token_hash text not null, user_agent text,
        address text not null, created_at timestamptz(3) not null, last_seen_at timestamptz(3) not null,
        expires_at timestamptz(3) not null, method text not null, authenticated_at timestamptz(3),
        primary key (id),
        constraint sessions_token_hash_unique unique (token_hash),
        constraint sessions_account_id_foreign foreign key (account_id) references accounts (id) on delete cascade
      )`);
    this.addSql(`create index sessions_account_id_index on sessions (account_id)`);
    this.addSql(`
      create table sign_in_places (
        account_id text not null, network text not null, last_sign_in_at timestamptz(3) not null,
        primary key (account_id, network),
        constraint sign_in_places_account_id_foreign foreign key (account_id) references accounts (id) on delete cascade
      )`);
    this.addSql(`
      create table waiting_sign_ins (
        token_hash text not null, account_id text not null, method text not null,
        authenticated_at timestamptz(3), failures int not null, created_at timestamptz(3) not null,
        primary key (token_hash)
      )`);
    this.addSql(`create index waiting_sign_ins_account_id_index on waiting_sign_ins (account_id)`);
  }
}
