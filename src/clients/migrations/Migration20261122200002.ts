import { Migration } from '@mikro-orm/migrations';

export class Migration20261122200002 extends Migration {

  override up(): void | Promise<void> {
    this.addSql(`create table "clients" ("id" text not null, "account_id" text not null, "name" text not null, "description" text null, "secret_hash" text not null, "scopes" text[] not null, "rate_limits" jsonb not null, "status" text not null, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, "deleted_at" timestamptz(3) null, "previous_secret_hash" text null, "previous_secret_ends_at" timestamptz(3) null, "limit_ceilings" jsonb not null default '{}', primary key ("id"));`);
    this.addSql(`create index "clients_account_id_index" on "clients" ("account_id");`);

    this.addSql(`alter table "clients" add constraint "clients_account_id_foreign" foreign key ("account_id") references "accounts" ("id") on delete cascade;`);
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table if exists "clients" cascade;`);
  }

}
