import { Migration } from '@mikro-orm/migrations';

export class Migration20261122200001 extends Migration {

  override up(): void | Promise<void> {
    this.addSql(`create table "accounts" ("id" text not null, "full_name" text not null, "email" text not null, "email_key" text not null, "organization" text null, "password_hash" text not null, "role" text not null, "status" text not null, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, "deleted_at" timestamptz(3) null, primary key ("id"));`);
    this.addSql(`alter table "accounts" add constraint "accounts_email_key_unique" unique ("email_key");`);

    this.addSql(`create table "password_resets" ("account_id" text not null, "token_hash" text not null, "expires_at" timestamptz(3) not null, primary key ("account_id"));`);
    this.addSql(`alter table "password_resets" add constraint "password_resets_token_hash_unique" unique ("token_hash");`);
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table if exists "password_resets" cascade;`);
    this.addSql(`drop table if exists "accounts" cascade;`);
  }

}
