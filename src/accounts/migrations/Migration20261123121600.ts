import { Migration } from '@mikro-orm/migrations';

/** Adds whether an account's address is verified, and the address that a link was mailed to. */
export class Migration20261123121600 extends Migration {
  override up(): void {
    this.addSql(
      `alter table "accounts" add column "email_state" text not null default 'unverified', add column "pending_email" text null;`,
    );
    this.addSql(`alter table "one_time_links" add column "email" text null;`);
    this.addSql(
      `update "one_time_links" l set "email" = a."email" from "accounts" a where a."id" = l."account_id" and l."is_mailed";`,
    );
    this.addSql(`alter table "one_time_links" drop column "is_mailed";`);
  }

  override down(): void {
    this.addSql(`delete from "one_time_links" where "purpose" = 'email-verification';`);
    this.addSql(`alter table "one_time_links" add column "is_mailed" boolean not null default false;`);
    this.addSql(`update "one_time_links" set "is_mailed" = true where "email" is not null;`);
    this.addSql(`alter table "one_time_links" drop column "email";`);
    this.addSql(`alter table "accounts" drop column "email_state", drop column "pending_email";`);
  }
}
