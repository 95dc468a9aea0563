import { Migration } from '@mikro-orm/migrations';

export class Migration20261122200003 extends Migration {

  override up(): void | Promise<void> {
    this.addSql(`create table "sessions" ("id" text not null, "account_id" text not null, "token_hash" text not null, "user_agent" text null, "address" text not null, "created_at" timestamptz(3) not null, "last_seen_at" timestamptz(3) not null, "expires_at" timestamptz(3) not null, primary key ("id"));`);
    this.addSql(`create index "sessions_account_id_index" on "sessions" ("account_id");`);
    this.addSql(`alter table "sessions" add constraint "sessions_token_hash_unique" unique ("token_hash");`);

    this.addSql(`alter table "sessions" add constraint "sessions_account_id_foreign" foreign key ("account_id") references "accounts" ("id") on delete cascade;`);
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table if exists "sessions" cascade;`);
  }

}
