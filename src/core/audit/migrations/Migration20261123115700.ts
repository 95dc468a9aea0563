import { Migration } from '@mikro-orm/migrations';

/** Adds the personal access token that an account used. */
export class Migration20261123115700 extends Migration {
  override up(): void {
    this.addSql(`alter table "audit_events" add column "actor_token_id" text null;`);
  }

  override down(): void {
    this.addSql(`alter table "audit_events" drop column "actor_token_id";`);
  }
}
