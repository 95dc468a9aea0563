import { Migration } from '@mikro-orm/migrations';

/** Until now every session began with a proof of who somebody is. */
export class Migration20261123074600 extends Migration {
  override up(): void {
    this.addSql(`alter table "sessions" add column "authenticated_at" timestamptz(3) null;`);
    this.addSql(`update "sessions" set "authenticated_at" = "created_at";`);
  }

  override down(): void {
    this.addSql(`alter table "sessions" drop column "authenticated_at";`);
  }
}
