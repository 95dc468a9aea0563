import { Migration } from '@mikro-orm/migrations';

/** Until now every session began with a password. */
export class Migration20261123050100 extends Migration {
  override up(): void {
    this.addSql(`alter table "sessions" add column "method" text not null default 'password';`);
    this.addSql(`alter table "sessions" alter column "method" drop default;`);
  }

  override down(): void {
    this.addSql(`alter table "sessions" drop column "method";`);
  }
}
