import { Migration } from '@mikro-orm/migrations';

export class Migration20261121093613 extends Migration {

  override name = 'Migration20261121093613';

  override up(): void | Promise<void> {
    this.addSql(`create table "accounts" ("id" text not null, "full_name" text not null, "email" text not null, "email_key" text not null, "organization" text null, "password_hash" text not null, "role" text not null, "status" text not null, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, primary key ("id"));`);
    this.addSql(`alter table "accounts" add constraint "accounts_email_key_unique" unique ("email_key");`);

    this.addSql(`create table "clients" ("id" text not null, "account_id" text not null, "name" text not null, "description" text null, "secret_hash" text not null, "scopes" text[] not null, "rate_limits" jsonb not null, "status" text not null, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, "deleted_at" timestamptz(3) null, primary key ("id"));`);
    this.addSql(`create index "clients_account_id_index" on "clients" ("account_id");`);

    this.addSql(`create table "api_keys" ("id" text not null, "client_id" text not null, "name" text not null, "start" text not null, "key_hash" text not null, "scopes" text[] not null, "allowed_ips" text[] not null, "expires_at" timestamptz(3) null, "last_used_at" timestamptz(3) null, "revoked_at" timestamptz(3) null, "created_at" timestamptz(3) not null, primary key ("id"));`);
    this.addSql(`create index "api_keys_client_id_index" on "api_keys" ("client_id");`);
    this.addSql(`alter table "api_keys" add constraint "api_keys_key_hash_unique" unique ("key_hash");`);

    this.addSql(`create table "sessions" ("id" text not null, "account_id" text not null, "token_hash" text not null, "user_agent" text null, "address" text not null, "created_at" timestamptz(3) not null, "last_seen_at" timestamptz(3) not null, "expires_at" timestamptz(3) not null, primary key ("id"));`);
    this.addSql(`create index "sessions_account_id_index" on "sessions" ("account_id");`);
    this.addSql(`alter table "sessions" add constraint "sessions_token_hash_unique" unique ("token_hash");`);

    this.addSql(`alter table "clients" add constraint "clients_account_id_foreign" foreign key ("account_id") references "accounts" ("id") on delete cascade;`);

    this.addSql(`alter table "api_keys" add constraint "api_keys_client_id_foreign" foreign key ("client_id") references "clients" ("id") on delete cascade;`);

    this.addSql(`alter table "sessions" add constraint "sessions_account_id_foreign" foreign key ("account_id") references "accounts" ("id") on delete cascade;`);
  }

  override down(): void | Promise<void> {
    this.addSql(`alter table "clients" drop constraint "clients_account_id_foreign";`);
    this.addSql(`alter table "sessions" drop constraint "sessions_account_id_foreign";`);
    this.addSql(`alter table "api_keys" drop constraint "api_keys_client_id_foreign";`);

    this.addSql(`drop table if exists "accounts" cascade;`);
    this.addSql(`drop table if exists "clients" cascade;`);
    this.addSql(`drop table if exists "api_keys" cascade;`);
    this.addSql(`drop table if exists "sessions" cascade;`);
  }

}
