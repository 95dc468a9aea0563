import { Migration } from '@mikro-orm/migrations';

/** Allows several links of an account for one purpose: requesting one by mail ends no other. */
export class Migration20261123115600 extends Migration {
  override up(): void {
    this.addSql(`alter table "one_time_links" drop constraint "one_time_links_pkey";`);
    this.addSql(`alter table "one_time_links" drop constraint "one_time_links_token_hash_unique";`);
    this.addSql(`alter table "one_time_links" add primary key ("token_hash");`);
    this.addSql(`create index "one_time_links_account_id_index" on "one_time_links" ("account_id");`);
  }

  override down(): void {
    this.addSql(
      `delete from "one_time_links" l using "one_time_links" newer where newer."account_id" = l."account_id" and newer."purpose" = l."purpose" and (newer."expires_at", newer."token_hash") > (l."expires_at", l."token_hash");`,
    );
    this.addSql(`drop index "one_time_links_account_id_index";`);
    this.addSql(`alter table "one_time_links" drop constraint "one_time_links_pkey";`);
    this.addSql(`alter table "one_time_links" add primary key ("account_id", "purpose");`);
    this.addSql(
      `alter table "one_time_links" add constraint "one_time_links_token_hash_unique" unique ("token_hash");`,
    );
  }
}
