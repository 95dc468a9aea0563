import { Migration } from '@mikro-orm/migrations';

export class Migration20261128165137 extends Migration {
  override up(): void {
    this.addSql('create index mails_kind_created_at_index on mails (kind, created_at)');
  }
}
