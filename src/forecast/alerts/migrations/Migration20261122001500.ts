import { Migration } from '@mikro-orm/migrations';

export class Migration20261122001500 extends Migration {
  override up(): void {
    this.addSql(`
      create table forecast_alerts (
        id text not null, client_id text not null, name text not null, field text not null,
        comparison text not null, value double precision not null, units text not null,
        hysteresis double precision not null, latitude double precision not null,
        longitude double precision not null, place_id text, lead_from int not null, lead_to int not null,
        model text, is_enabled boolean not null, state text not null, evaluation jsonb, error jsonb,
        checked_position int not null, announced_run text, created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null, retry_at timestamptz(3),
        primary key (id),
        constraint forecast_alerts_client_id_foreign foreign key (client_id) references clients (id) on delete cascade
      )`);
    this.addSql(`create index forecast_alerts_client_id_index on forecast_alerts (client_id)`);
    this.addSql(`create index forecast_alerts_due on forecast_alerts (checked_position) where is_enabled`);
    this.addSql(`
      create table forecast_alert_runs (
        model text not null, run timestamptz(0) not null, last_step_hours int not null,
        is_complete boolean not null, position int not null, seen_at timestamptz(3) not null,
        is_stalled boolean not null default false,
        primary key (model)
      )`);
  }
}
