import { Migration } from '@mikro-orm/migrations';

export class Migration20261123175253 extends Migration {
  override up(): void {
    this.addSql(`create index "mails_account_id_id_index" on "mails" ("account_id", "id");`);
  }

  override down(): void {
    this.addSql(`drop index "mails_account_id_id_index";`);
  }
}
