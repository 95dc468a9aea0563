import { Migration } from '@mikro-orm/migrations';

export class Migration20261123203100 extends Migration {
  override up(): void {
    this.addSql(`alter table "personal_access_tokens" add column "expiry_noted_at" timestamptz(3) null;`);
  }

  override down(): void {
    this.addSql(`alter table "personal_access_tokens" drop column "expiry_noted_at";`);
  }
}
