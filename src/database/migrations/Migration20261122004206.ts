import { Migration } from '@mikro-orm/migrations';

export class Migration20261122004206 extends Migration {

  override name = 'Migration20261122004206';

  override up(): void | Promise<void> {
    this.addSql(`create table "key_secret" ("id" int not null, "version" text not null, "changed_at" timestamptz(3) not null, primary key ("id"));`);

    this.addSql(`alter table "clients" add "previous_secret_hash" text null, add "previous_secret_ends_at" timestamptz(3) null, add "limit_ceilings" jsonb not null default '{}';`);

    this.addSql(`alter table "api_keys" add "rotated_from" text null, add "is_ephemeral" boolean not null default false;`);
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table if exists "key_secret" cascade;`);

    this.addSql(`alter table "api_keys" drop column "rotated_from", drop column "is_ephemeral";`);

    this.addSql(`alter table "clients" drop column "previous_secret_hash", drop column "previous_secret_ends_at", drop column "limit_ceilings";`);
  }

}
