import { Migration } from '@mikro-orm/migrations';

export class Migration20261122001300 extends Migration {
  override up(): void {
    this.addSql(`
      create table forecast_jobs (
        id text not null, client_id text not null, key_id text not null, request jsonb not null,
        status text not null, points int not null, points_done int not null, units int not null,
        units_charged int not null, bytes bigint not null, meta jsonb, error jsonb, attempt int not null,
        failures int not null, due_at timestamptz(3) not null, created_at timestamptz(3) not null,
        ended_at timestamptz(3), expires_at timestamptz(3) not null,
        primary key (id),
        constraint forecast_jobs_client_id_foreign foreign key (client_id) references clients (id) on delete cascade
      )`);
    this.addSql(`create index forecast_jobs_client_id_index on forecast_jobs (client_id)`);
    this.addSql(`create index forecast_jobs_status_due_at_index on forecast_jobs (status, due_at)`);
    this.addSql(`
      create table forecast_job_parts (
        job_id text not null, number int not null, answers bytea not null,
        primary key (job_id, number),
        constraint forecast_job_parts_job_id_foreign foreign key (job_id) references forecast_jobs (id) on delete cascade
      )`);
    this.addSql(`
      create table forecast_job_charges (
        job_id text not null, minute timestamptz(3) not null, units int not null,
        primary key (job_id, minute),
        constraint forecast_job_charges_job_id_foreign foreign key (job_id) references forecast_jobs (id) on delete cascade
      )`);
  }
}
