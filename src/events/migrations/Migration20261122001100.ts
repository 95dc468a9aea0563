import { Migration } from '@mikro-orm/migrations';

export class Migration20261122001100 extends Migration {
  override up(): void {
    this.addSql(`
      create table announced_events (
        id text not null, type text not null, organization_id text, client_id text, data jsonb not null,
        once text, position bigint, created_at timestamptz(6) not null,
        primary key (id),
        constraint announced_events_once_unique unique (once),
        constraint announced_events_position_unique unique (position)
      )`);
    this.addSql(
      `create index announced_events_waiting on announced_events (created_at, id) where position is null`,
    );
  }
}
