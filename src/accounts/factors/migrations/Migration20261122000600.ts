import { Migration } from '@mikro-orm/migrations';

export class Migration20261122000600 extends Migration {
  override up(): void {
    this.addSql(`
      create table factors (
        id text not null, account_id text not null, type text not null, name text not null, secret text,
        last_step int, created_at timestamptz(3) not null, confirmed_at timestamptz(3),
        last_used_at timestamptz(3), credential_id text, public_key text, signature_count bigint,
        transports text[], is_second_only boolean not null default false,
        primary key (id),
        constraint factors_credential_id_unique unique (credential_id),
        constraint factors_account_id_foreign foreign key (account_id) references accounts (id) on delete cascade
      )`);
    this.addSql(`create index factors_account_id_index on factors (account_id)`);
    this.addSql(`
      create table recovery_codes (
        account_id text not null, hashes text not null, created_at timestamptz(3) not null,
        primary key (account_id)
      )`);
    this.addSql(`
      create table passkey_challenges (
        challenge_hash text not null, purpose text not null, recipient text,
        created_at timestamptz(3) not null,
        primary key (challenge_hash)
      )`);
    this.addSql(`create index passkey_challenges_recipient_index on passkey_challenges (recipient)`);
  }
}
