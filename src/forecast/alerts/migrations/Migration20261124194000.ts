import { Migration } from '@mikro-orm/migrations';

/** Marks incomplete runs that aren't continued. */
export class Migration20261124194000 extends Migration {
  override up(): void {
    this.addSql(`alter table "forecast_alert_runs" add "is_stalled" boolean not null default false;`);
  }

  override down(): void {
    this.addSql(`alter table "forecast_alert_runs" drop column "is_stalled";`);
  }
}
