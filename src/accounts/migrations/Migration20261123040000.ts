import { Migration } from '@mikro-orm/migrations';

/**
 * Lists the existing accounts for the organizations' first migration, which adds a personal organization for each and
 * drops the table.
 */
export class Migration20261123040000 extends Migration {
  override up(): void {
    // Accounts registered during the migration would be missed.
    this.addSql(`lock table "accounts" in share row exclusive mode;`);
    this.addSql(
      `create table "accounts_without_organization" as select id, status = 'active' as is_active, created_at, updated_at, deleted_at from accounts;`,
    );
  }

  override down(): void {
    this.addSql(`drop table if exists "accounts_without_organization";`);
  }
}
