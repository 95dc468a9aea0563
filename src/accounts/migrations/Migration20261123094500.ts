import { Migration } from '@mikro-orm/migrations';

/** Distinguishes mailed links from those that somebody handed out. */
export class Migration20261123094500 extends Migration {
  override up(): void {
    this.addSql(`alter table "one_time_links" add column "is_mailed" boolean not null default false;`);
  }

  override down(): void {
    this.addSql(`alter table "one_time_links" drop column "is_mailed";`);
  }
}
