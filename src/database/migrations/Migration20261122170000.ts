import { Migration } from '@mikro-orm/migrations';

/** Written by hand, as the schema "usage" is none of the entities'. */
export class Migration20261122170000 extends Migration {
  override name = 'Migration20261122170000';

  override up(): void {
    this.addSql(
      `alter table "usage"."requests" add column "code" text null, add column "detail" text null, add column "units" bigint null;`,
    );
  }

  override down(): void {
    this.addSql(
      `alter table "usage"."requests" drop column "code", drop column "detail", drop column "units";`,
    );
  }
}
