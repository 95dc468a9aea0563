import { Migration } from '@mikro-orm/migrations';

export class Migration20261122000700 extends Migration {
  override up(): void {
    this.addSql(`
      create table personal_access_tokens (
        id text not null, account_id text not null, name text not null, start text not null,
        token_hash text not null, scopes text[] not null, expires_at timestamptz(3) not null,
        last_used_at timestamptz(3), revoked_at timestamptz(3), created_at timestamptz(3) not null,
        expiry_noted_at timestamptz(3),
        primary key (id),
        constraint personal_access_tokens_token_hash_unique unique (token_hash),
        constraint personal_access_tokens_account_id_foreign foreign key (account_id) references accounts (id) on delete cascade
      )`);
    this.addSql(`create index personal_access_tokens_account_id_index on personal_access_tokens (account_id)`);
  }
}
