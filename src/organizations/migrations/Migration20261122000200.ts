import { Migration } from '@mikro-orm/migrations';

export class Migration20261122000200 extends Migration {
  override up(): void {
    this.addSql(`
      create table organizations (
        id text not null, name text, personal_account_id text, created_by text not null,
        is_active boolean not null default true, created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null, deleted_at timestamptz(3), rate_limits jsonb,
        require_factor boolean not null default false,
        primary key (id),
        constraint organizations_personal_account_id_unique unique (personal_account_id),
        constraint organizations_personal_account_id_foreign foreign key (personal_account_id) references accounts (id) on delete cascade
      )`);
    this.addSql(`create index organizations_created_by_index on organizations (created_by)`);
    this.addSql(`
      create table organization_members (
        organization_id text not null, account_id text not null, role text not null,
        joined_at timestamptz(3) not null,
        primary key (organization_id, account_id),
        constraint organization_members_account_id_foreign foreign key (account_id) references accounts (id) on delete cascade,
        constraint organization_members_organization_id_foreign foreign key (organization_id) references organizations (id) on delete cascade
      )`);
    this.addSql(`create index organization_members_account_id_index on organization_members (account_id)`);
    this.addSql(`
      create table organization_invitations (
        id text not null, organization_id text not null, email text not null, email_key text not null,
        role text not null, token_hash text not null, invited_by text not null,
        created_at timestamptz(3) not null, expires_at timestamptz(3) not null, mailed_token_hash text,
        primary key (id),
        constraint organization_invitations_mailed_token_hash_unique unique (mailed_token_hash),
        constraint organization_invitations_organization_id_email_key_unique unique (organization_id, email_key),
        constraint organization_invitations_token_hash_unique unique (token_hash),
        constraint organization_invitations_organization_id_foreign foreign key (organization_id) references organizations (id) on delete cascade
      )`);
    this.addSql(`
      create table organization_domains (
        id text not null, organization_id text not null, domain text not null, record_value text not null,
        added_by text not null, created_at timestamptz(3) not null, verified_at timestamptz(3),
        primary key (id),
        constraint organization_domains_organization_id_domain_unique unique (organization_id, domain),
        constraint organization_domains_organization_id_foreign foreign key (organization_id) references organizations (id) on delete cascade
      )`);
    this.addSql(
      `create unique index organization_domains_domain_unique on organization_domains (domain) where verified_at is not null`,
    );
  }
}
