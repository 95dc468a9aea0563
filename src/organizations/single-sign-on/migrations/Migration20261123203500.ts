import { Migration } from '@mikro-orm/migrations';

/** Issuers of organizations. */
export class Migration20261123203500 extends Migration {
  override up(): void {
    this.addSql(
      `create table "organization_issuers" ("organization_id" text not null, "issuer" text not null, "client_id" text not null, "client_secret" text not null, "scopes" text not null, "groups_claim" text null, "roles" jsonb not null, "default_role" text null, "sign_up" boolean not null, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, primary key ("organization_id"));`,
    );
    this.addSql(
      `alter table "organization_issuers" add constraint "organization_issuers_organization_id_foreign" foreign key ("organization_id") references "organizations" ("id") on update cascade on delete cascade;`,
    );
  }

  override down(): void {
    this.addSql(`drop table if exists "organization_issuers" cascade;`);
  }
}
