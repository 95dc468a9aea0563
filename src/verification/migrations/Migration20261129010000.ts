import { Migration } from '@mikro-orm/migrations';

export class Migration20261129010000 extends Migration {
  override up(): void {
    this.addSql(`
      create table verification_biases (
        day timestamptz(0) not null, part int not null, biases bytea not null,
        primary key (day, part)
      )`);
  }
}
