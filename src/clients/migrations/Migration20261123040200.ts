import { Migration } from '@mikro-orm/migrations';

/** Assigns clients to the personal organization of their account, whose id derives from the account's. */
export class Migration20261123040200 extends Migration {
  override up(): void {
    this.addSql(`alter table "clients" add column "organization_id" text null;`);
    this.addSql(`update "clients" set "organization_id" = 'org_' || substr("account_id", 5);`);
    this.addSql(`alter table "clients" alter column "organization_id" set not null;`);
    this.addSql(
      `alter table "clients" add constraint "clients_organization_id_foreign" foreign key ("organization_id") references "organizations" ("id") on delete cascade;`,
    );
    this.addSql(`create index "clients_organization_id_index" on "clients" ("organization_id");`);
  }

  override down(): void {
    this.addSql(`alter table "clients" drop column "organization_id";`);
  }
}
