import { Migration } from '@mikro-orm/migrations';

/** Domains of organizations. */
export class Migration20261123165900 extends Migration {
  override up(): void {
    this.addSql(
      `create table "organization_domains" ("id" text not null, "organization_id" text not null, "domain" text not null, "record_value" text not null, "added_by" text not null, "created_at" timestamptz(3) not null, "verified_at" timestamptz(3) null, primary key ("id"));`,
    );
    this.addSql(
      `alter table "organization_domains" add constraint "organization_domains_organization_id_domain_unique" unique ("organization_id", "domain");`,
    );
    this.addSql(
      `create unique index "organization_domains_domain_unique" on "organization_domains" ("domain") where verified_at is not null;`,
    );
    this.addSql(
      `alter table "organization_domains" add constraint "organization_domains_organization_id_foreign" foreign key ("organization_id") references "organizations" ("id") on delete cascade;`,
    );
  }

  override down(): void {
    this.addSql(`drop table if exists "organization_domains" cascade;`);
  }
}
