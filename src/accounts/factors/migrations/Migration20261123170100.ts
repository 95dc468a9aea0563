import { Migration } from '@mikro-orm/migrations';

export class Migration20261123170100 extends Migration {
  override up(): void {
    this.addSql(
      `create table "factors" ("id" text not null, "account_id" text not null, "type" text not null, "name" text not null, "secret" text not null, "last_step" int null, "created_at" timestamptz(3) not null, "confirmed_at" timestamptz(3) null, "last_used_at" timestamptz(3) null, primary key ("id"));`,
    );
    this.addSql(`create index "factors_account_id_index" on "factors" ("account_id");`);
    this.addSql(
      `alter table "factors" add constraint "factors_account_id_foreign" foreign key ("account_id") references "accounts" ("id") on delete cascade;`,
    );
    this.addSql(
      `create table "recovery_codes" ("account_id" text not null, "hashes" text not null, "created_at" timestamptz(3) not null, primary key ("account_id"));`,
    );
  }

  override down(): void {
    this.addSql(`drop table "recovery_codes";`);
    this.addSql(`drop table "factors";`);
  }
}
