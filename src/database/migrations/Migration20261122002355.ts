import { Migration } from '@mikro-orm/migrations';

export class Migration20261122002355 extends Migration {

  override name = 'Migration20261122002355';

  override up(): void | Promise<void> {
    this.addSql(`create table "password_resets" ("account_id" text not null, "token_hash" text not null, "expires_at" timestamptz(3) not null, primary key ("account_id"));`);
    this.addSql(`alter table "password_resets" add constraint "password_resets_token_hash_unique" unique ("token_hash");`);

    this.addSql(`alter table "accounts" add "deleted_at" timestamptz(3) null;`);
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table if exists "password_resets" cascade;`);

    this.addSql(`alter table "accounts" drop column "deleted_at";`);
  }

}
