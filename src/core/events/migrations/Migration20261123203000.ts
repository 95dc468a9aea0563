import { Migration } from '@mikro-orm/migrations';

export class Migration20261123203000 extends Migration {
  override up(): void {
    this.addSql(
      `create table "announced_events" ("id" text not null, "type" text not null, "organization_id" text null, "client_id" text null, "data" jsonb not null, "once" text null, "position" bigint null, "created_at" timestamptz(6) not null, primary key ("id"));`,
    );
    this.addSql(`alter table "announced_events" add constraint "announced_events_once_unique" unique ("once");`);
    this.addSql(`alter table "announced_events" add constraint "announced_events_position_unique" unique ("position");`);
    this.addSql(
      `create index "announced_events_waiting" on "announced_events" ("created_at", "id") where "position" is null;`,
    );
  }

  override down(): void {
    this.addSql(`drop table "announced_events";`);
  }
}
