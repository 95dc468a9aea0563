import { Migration } from '@mikro-orm/migrations';

export class Migration20261128001100 extends Migration {
  override up(): void {
    this.addSql(`
      create table event_listeners (
        name text not null, type text not null, position bigint not null,
        primary key (name)
      )`);
    this.addSql(`
      create table event_handlings (
        listener_name text not null, event_id text not null, attempts int not null default 0,
        next_attempt_at timestamptz(3) not null,
        primary key (listener_name, event_id),
        constraint event_handlings_listener_name_foreign foreign key (listener_name) references event_listeners (name) on update cascade on delete cascade,
        constraint event_handlings_event_id_foreign foreign key (event_id) references announced_events (id) on update cascade on delete cascade
      )`);
    this.addSql(`create index event_handlings_event_id_index on event_handlings (event_id)`);
    this.addSql(`create index event_handlings_next_attempt_at_index on event_handlings (next_attempt_at)`);
  }
}
