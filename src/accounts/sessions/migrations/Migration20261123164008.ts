import { Migration } from '@mikro-orm/migrations';

export class Migration20261123164008 extends Migration {
  override up(): void {
    this.addSql(
      `create table "sign_in_places" ("account_id" text not null, "network" text not null, "last_sign_in_at" timestamptz(3) not null, primary key ("account_id", "network"));`,
    );
    this.addSql(
      `alter table "sign_in_places" add constraint "sign_in_places_account_id_foreign" foreign key ("account_id") references "accounts" ("id") on delete cascade;`,
    );
  }

  override down(): void {
    this.addSql(`drop table "sign_in_places";`);
  }
}
