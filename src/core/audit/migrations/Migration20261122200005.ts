import { Migration } from '@mikro-orm/migrations';

export class Migration20261122200005 extends Migration {

  override up(): void | Promise<void> {
    this.addSql(`create table "audit_events" ("id" text not null, "action" text not null, "actor_kind" text not null, "actor_account_id" text null, "actor_client_id" text null, "address" text null, "request_id" text null, "account_id" text not null, "client_id" text null, "target_id" text not null, "details" jsonb not null, "created_at" timestamptz(3) not null, primary key ("id"));`);
    this.addSql(`create index "audit_events_account_id_id_index" on "audit_events" ("account_id", "id");`);
    this.addSql(`create index "audit_events_client_id_id_index" on "audit_events" ("client_id", "id");`);
    this.addSql(`create index "audit_events_action_id_index" on "audit_events" ("action", "id");`);
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table if exists "audit_events" cascade;`);
  }

}
