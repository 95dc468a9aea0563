import { Migration } from '@mikro-orm/migrations';

export class Migration20261122200004 extends Migration {

  override up(): void | Promise<void> {
    this.addSql(`create table "api_keys" ("id" text not null, "client_id" text not null, "name" text not null, "start" text not null, "key_hash" text not null, "scopes" text[] not null, "allowed_ips" text[] not null, "expires_at" timestamptz(3) null, "last_used_at" timestamptz(3) null, "revoked_at" timestamptz(3) null, "created_at" timestamptz(3) not null, "rotated_from" text null, "is_ephemeral" boolean not null default false, "is_revoked" boolean not null default false, primary key ("id"));`);
    this.addSql(`create index "api_keys_client_id_index" on "api_keys" ("client_id");`);
    this.addSql(`alter table "api_keys" add constraint "api_keys_key_hash_unique" unique ("key_hash");`);

    this.addSql(`alter table "api_keys" add constraint "api_keys_client_id_foreign" foreign key ("client_id") references "clients" ("id") on delete cascade;`);
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table if exists "api_keys" cascade;`);
  }

}
