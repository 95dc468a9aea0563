import { Migration } from '@mikro-orm/migrations';

export class Migration20261123040100 extends Migration {
  override up(): void {
    this.addSql(
      `create table "organizations" ("id" text not null, "name" text null, "personal_account_id" text null, "created_by" text not null, "is_active" boolean not null default true, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, "deleted_at" timestamptz(3) null, primary key ("id"));`,
    );
    this.addSql(
      `alter table "organizations" add constraint "organizations_personal_account_id_unique" unique ("personal_account_id");`,
    );
    this.addSql(`create index "organizations_created_by_index" on "organizations" ("created_by");`);
    this.addSql(
      `create table "organization_members" ("organization_id" text not null, "account_id" text not null, "role" text not null, "joined_at" timestamptz(3) not null, primary key ("organization_id", "account_id"));`,
    );
    this.addSql(
      `create index "organization_members_account_id_index" on "organization_members" ("account_id");`,
    );
    this.addSql(
      `create table "organization_invitations" ("id" text not null, "organization_id" text not null, "email" text not null, "email_key" text not null, "role" text not null, "token_hash" text not null, "invited_by" text not null, "created_at" timestamptz(3) not null, "expires_at" timestamptz(3) not null, primary key ("id"));`,
    );
    this.addSql(
      `alter table "organization_invitations" add constraint "organization_invitations_token_hash_unique" unique ("token_hash");`,
    );
    this.addSql(
      `alter table "organization_invitations" add constraint "organization_invitations_organization_id_email_key_unique" unique ("organization_id", "email_key");`,
    );
    this.addSql(
      `alter table "organizations" add constraint "organizations_personal_account_id_foreign" foreign key ("personal_account_id") references "accounts" ("id") on delete cascade;`,
    );
    for (const table of ['organization_members', 'organization_invitations'])
      this.addSql(
        `alter table "${table}" add constraint "${table}_organization_id_foreign" foreign key ("organization_id") references "organizations" ("id") on delete cascade;`,
      );
    this.addSql(
      `alter table "organization_members" add constraint "organization_members_account_id_foreign" foreign key ("account_id") references "accounts" ("id") on delete cascade;`,
    );
    // An account's first organization has the account's id with another prefix, so that other tables can be migrated by
    // it.
    this.addSql(
      `insert into organizations (id, personal_account_id, created_by, is_active, created_at, updated_at, deleted_at) select 'org_' || substr(id, 5), id, id, is_active, created_at, updated_at, deleted_at from accounts_without_organization;`,
    );
    this.addSql(
      `insert into organization_members (organization_id, account_id, role, joined_at) select 'org_' || substr(id, 5), id, 'owner', created_at from accounts_without_organization where deleted_at is null;`,
    );
    this.addSql(`drop table "accounts_without_organization";`);
  }

  override down(): void {
    for (const table of ['organization_invitations', 'organization_members', 'organizations'])
      this.addSql(`drop table if exists "${table}" cascade;`);
  }
}
