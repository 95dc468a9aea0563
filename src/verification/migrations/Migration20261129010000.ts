import { Migration } from '@mikro-orm/migrations';

export class Migration20261129010000 extends Migration {
  override up(): void {
    this.addSql(`
      create table verification_biases (
        day timestamptz(0) not null, part int not null, biases bytea not null,
        primary key (day, part)
      )`);
    // Days are verified again, so that corrections are learned from all forecasts that are still kept.
    this.addSql(`delete from verification_days`);
  }
}
