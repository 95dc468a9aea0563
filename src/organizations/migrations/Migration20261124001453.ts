import { Migration } from '@mikro-orm/migrations';

/** Organizations that require a second factor of their members. */
export class Migration20261124001453 extends Migration {
  override up(): void {
    this.addSql(`alter table "organizations" add "require_factor" boolean not null default false;`);
  }

  override down(): void {
    this.addSql(`alter table "organizations" drop column "require_factor";`);
  }
}
