import { Migration } from '@mikro-orm/migrations';

export class Migration20261129020000 extends Migration {
  override up(): void {
    this.addSql(`
      create table verification_states (
        number int not null, published_at timestamptz(3) not null, effective_at timestamptz(3) not null,
        state bytea not null,
        primary key (number)
      )`);
  }
}
