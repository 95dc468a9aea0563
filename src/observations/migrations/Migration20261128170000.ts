import { Migration } from '@mikro-orm/migrations';

export class Migration20261128170000 extends Migration {
  override up(): void {
    this.addSql(`
      create table observation_sources (
        name text not null, attempted_at timestamptz(3) not null, due_at timestamptz(3) not null,
        received_at timestamptz(3), newest_report_at timestamptz(0), reports int not null, refused jsonb not null,
        error jsonb, version int not null,
        primary key (name)
      )`);
    this.addSql(`
      create table observation_stations (
        id text not null, source text not null, name text, lat double precision not null,
        lon double precision not null, elevation double precision not null, seen_on timestamptz(0) not null,
        version int not null,
        primary key (id)
      )`);
    this.addSql(`
      create table observation_blocks (
        source text not null, hour timestamptz(0) not null, part int not null, reports bytea not null,
        is_thinned boolean not null default false, version int not null,
        primary key (source, hour, part)
      )`);
  }
}
