import { Migration } from '@mikro-orm/migrations';

/** The highest announced level of a day's quota, for each client and organization. */
export class Migration20261123201600 extends Migration {
  override up(): void {
    this.addSql(
      `create table "usage"."quota_levels" ("holder_id" text not null, "utc_day" date not null, "percent" smallint not null, primary key ("holder_id", "utc_day"));`,
    );
  }

  override down(): void {
    this.addSql(`drop table "usage"."quota_levels";`);
  }
}
