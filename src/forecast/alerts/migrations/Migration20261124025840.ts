import { Migration } from '@mikro-orm/migrations';

/** When to retry a failed evaluation. Resets all evaluations, since they now contain all runs. */
export class Migration20261124025840 extends Migration {
  override up(): void {
    this.addSql(`alter table "forecast_alerts" add "retry_at" timestamptz(3) null;`);
    this.addSql(`update "forecast_alerts" set "state" = 'pending', "evaluation" = null, "checked_position" = 0;`);
  }

  override down(): void {
    this.addSql(`alter table "forecast_alerts" drop column "retry_at";`);
  }
}
