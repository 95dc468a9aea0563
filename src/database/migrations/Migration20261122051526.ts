import { Migration } from '@mikro-orm/migrations';

export class Migration20261122051526 extends Migration {

  override name = 'Migration20261122051526';

  override up(): void | Promise<void> {
    this.addSql(`alter table "api_keys" add "is_revoked" boolean not null default false;`);
  }

  override down(): void | Promise<void> {
    this.addSql(`alter table "api_keys" drop column "is_revoked";`);
  }

}
