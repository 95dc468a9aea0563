import { Migration } from '@mikro-orm/migrations';

export class Migration20261122000100 extends Migration {
  override up(): void {
    this.addSql(`
      create table accounts (
        id text not null, full_name text not null, email text not null, email_key text not null,
        organization text, role text not null, status text not null, created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null, deleted_at timestamptz(3),
        email_state text not null default 'unverified', pending_email text,
        primary key (id),
        constraint accounts_email_key_unique unique (email_key)
      )`);
    this.addSql(`
      create table identities (
        id text not null, account_id text not null, issuer text not null, subject text not null,
        secret_hash text, created_at timestamptz(3) not null, organization_id text,
        primary key (id),
        constraint identities_organization_id_issuer_subject_unique unique (organization_id, issuer, subject),
        constraint identities_account_id_foreign foreign key (account_id) references accounts (id) on delete cascade
      )`);
    this.addSql(`create index identities_account_id_index on identities (account_id)`);
    this.addSql(
      `create unique index identities_issuer_subject_unique on identities (issuer, subject) where organization_id is null`,
    );
    // Version 0.1.0 renamed the table, and PostgreSQL 18 names such constraints.
    this.addSql(`
      create table one_time_links (
        account_id text constraint password_resets_account_id_not_null not null,
        token_hash text constraint password_resets_token_hash_not_null not null,
        expires_at timestamptz(3) constraint password_resets_expires_at_not_null not null,
        purpose text not null, email text,
        primary key (token_hash)
      )`);
    this.addSql(`create index one_time_links_account_id_index on one_time_links (account_id)`);
  }
}
