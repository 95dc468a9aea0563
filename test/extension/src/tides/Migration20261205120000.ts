import { Migration } from '@mikro-orm/migrations';

export class Migration20261205120000 extends Migration {
  override up(): void {
    this.addSql(
      'create table "tide_gauges" ("id" text not null primary key, "organization_id" text not null, "account_id" text not null, "name" text not null, "level_cm" int null)',
    );
    this.addSql('create index "tide_gauges_organization_id_index" on "tide_gauges" ("organization_id")');
  }

  override down(): void {
    this.addSql('drop table "tide_gauges"');
  }
}
