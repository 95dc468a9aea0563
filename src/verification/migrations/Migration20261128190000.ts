import { Migration } from '@mikro-orm/migrations';

export class Migration20261128190000 extends Migration {
  override up(): void {
    this.addSql(`
      create table verification_runs (
        source text not null, run timestamptz(0) not null, published_at timestamptz(3) not null, stations int not null,
        primary key (source, run)
      )`);
    this.addSql(`
      create table verification_forecasts (
        source text not null, run timestamptz(0) not null, day timestamptz(0) not null, part int not null,
        forecasts bytea not null,
        primary key (day, part, source, run)
      )`);
    this.addSql(`
      create table verification_days (
        day timestamptz(0) not null, inputs text not null,
        primary key (day)
      )`);
    this.addSql(`
      create table verification_sums (
        day timestamptz(0) not null, field text not null, tile int not null, part int not null, area bytea not null,
        stations bytea,
        primary key (field, tile, day)
      )`);
    this.addSql(`create index verification_sums_day_part on verification_sums (day, part)`);
    this.addSql(`
      create table verification_checks (
        day timestamptz(0) not null, part int not null, checks bytea not null,
        primary key (day, part)
      )`);
  }
}
