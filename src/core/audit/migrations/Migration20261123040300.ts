import { Migration } from '@mikro-orm/migrations';

/** Assigns the existing events of clients and keys to their account's personal organization. */
export class Migration20261123040300 extends Migration {
  override up(): void {
    this.addSql(`alter table "audit_events" add column "organization_id" text null;`);
    this.addSql(
      `update "audit_events" set "organization_id" = 'org_' || substr("account_id", 5) where "client_id" is not null;`,
    );
    this.addSql(
      `create index "audit_events_organization_id_id_index" on "audit_events" ("organization_id", "id");`,
    );
  }

  override down(): void {
    this.addSql(`alter table "audit_events" drop column "organization_id";`);
  }
}
