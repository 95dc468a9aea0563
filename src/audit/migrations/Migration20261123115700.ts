import { Migration } from '@mikro-orm/migrations';

/** The personal access token by which an account came. */
export class Migration20261123115700 extends Migration {
  override up(): void {
    this.addSql(`alter table "audit_events" add column "actor_token_id" text null;`);
  }

  override down(): void {
    this.addSql(`alter table "audit_events" drop column "actor_token_id";`);
  }
}
