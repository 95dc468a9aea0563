import { Migration } from '@mikro-orm/migrations';

export class Migration20261123170200 extends Migration {
  override up(): void {
    this.addSql(`alter table "api_keys" add column "expiry_noted_at" timestamptz(3) null;`);
  }

  override down(): void {
    this.addSql(`alter table "api_keys" drop column "expiry_noted_at";`);
  }
}
