import { Migration } from '@mikro-orm/migrations';

/** When jobs used their units. */
export class Migration20261124190000 extends Migration {
  override up(): void {
    this.addSql(
      `create table "forecast_job_charges" ("job_id" text not null, "minute" timestamptz(3) not null, "units" int not null, primary key ("job_id", "minute"));`,
    );
    this.addSql(
      `alter table "forecast_job_charges" add constraint "forecast_job_charges_job_id_foreign" foreign key ("job_id") references "forecast_jobs" ("id") on delete cascade;`,
    );
  }

  override down(): void {
    this.addSql(`drop table "forecast_job_charges";`);
  }
}
