import { Migration } from '@mikro-orm/migrations';

/** Tells the organizations' first migration of the accounts that there are: each gets a personal one, and the table goes. */
export class Migration20261123040000 extends Migration {
  override up(): void {
    // Whoever registers meanwhile would get none.
    this.addSql(`lock table "accounts" in share row exclusive mode;`);
    this.addSql(
      `create table "accounts_without_organization" as select id, status = 'active' as is_active, created_at, updated_at, deleted_at from accounts;`,
    );
  }

  override down(): void {
    this.addSql(`drop table if exists "accounts_without_organization";`);
  }
}
