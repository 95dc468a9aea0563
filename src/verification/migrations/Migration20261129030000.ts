import { Migration } from '@mikro-orm/migrations';

export class Migration20261129030000 extends Migration {
  override up(): void {
    this.addSql('alter table verification_days add column verified_at timestamptz(3)');
  }
}
