import { Migration } from '@mikro-orm/migrations';

export class Migration20261122000000 extends Migration {
  override up(): void {
    this.addSql(`
      create table key_secret (
        id int not null, version text not null, changed_at timestamptz(3) not null,
        primary key (id)
      )`);
  }
}
