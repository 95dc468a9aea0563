import { Migration } from '@mikro-orm/migrations';

/** Adds limits of organizations, on top of those of their clients. */
export class Migration20261123050000 extends Migration {
  override up(): void {
    this.addSql(`alter table "organizations" add column "rate_limits" jsonb null;`);
  }

  override down(): void {
    this.addSql(`alter table "organizations" drop column "rate_limits";`);
  }
}
