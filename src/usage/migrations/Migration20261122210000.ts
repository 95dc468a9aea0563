import { Migration } from '@mikro-orm/migrations';

/** Why a request was refused, and what it cost. */
export class Migration20261122210000 extends Migration {
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
