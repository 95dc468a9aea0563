import { Migration } from '@mikro-orm/migrations';

/** When to evaluate an alert again after a failure. Evaluations know all runs from now on, so each is made anew. */
export class Migration20261124025840 extends Migration {
  override up(): void {
    this.addSql(`alter table "forecast_alerts" add "retry_at" timestamptz(3) null;`);
    this.addSql(`update "forecast_alerts" set "state" = 'pending', "evaluation" = null, "checked_position" = 0;`);
  }

  override down(): void {
    this.addSql(`alter table "forecast_alerts" drop column "retry_at";`);
  }
}
