import { Migration } from '@mikro-orm/migrations';

const COUNTS = `requests bigint not null, units bigint not null, bytes bigint not null,
        ${Array.from({ length: 48 }, (_, bucket) => `l${bucket} bigint`).join(', ')}`;

/** Written by hand: the schema "usage" is read and written in SQL, and has no entities. */
export class Migration20261122001200 extends Migration {
  override up(): void {
    this.addSql('create schema usage');
    this.addSql(
      `create table usage.journals (id text primary key, applied_sequence bigint not null, applied_at timestamptz not null)`,
    );
    for (const name of ['client_minutes', 'client_quarters', 'client_days']) {
      this.addSql(`
        create table usage.${name} (
          client_id text not null, start timestamptz not null, key_id text not null, route text not null,
          status smallint not null, account_id text not null, ${COUNTS},
          primary key (client_id, start, key_id, route, status)
        )`);
      this.addSql(`create index ${name}_account_index on usage.${name} (account_id, start)`);
      this.addSql(`create index ${name}_start_index on usage.${name} using brin (start)`);
    }
    for (const name of ['account_quarters', 'account_days']) {
      this.addSql(`
        create table usage.${name} (
          account_id text not null, start timestamptz not null, route text not null, status smallint not null,
          ${COUNTS},
          primary key (account_id, start, route, status)
        )`);
      this.addSql(`create index ${name}_start_index on usage.${name} using brin (start)`);
    }
    this.addSql(`
      create table usage.quota_levels (
        holder_id text not null, utc_day date not null, percent smallint not null,
        primary key (holder_id, utc_day)
      )`);
    this.addSql(`
      create table usage.requests (
        id text not null, time timestamptz(3) not null, account_id text not null, client_id text not null,
        key_id text not null, route text not null, status smallint not null, duration_us bigint not null,
        request_id text not null, lat real, lon real, code text, detail text, units bigint
      ) partition by range (time)`);
    this.addSql(`create index requests_client_index on usage.requests (client_id, id)`);
    this.addSql(`create index requests_account_index on usage.requests (account_id, id)`);
    this.addSql(`create index requests_id_index on usage.requests (id)`);
  }
}
