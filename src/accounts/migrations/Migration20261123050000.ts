import { Migration } from '@mikro-orm/migrations';

/** Turns passwords into identities of their accounts, and reset links into one-time links. */
export class Migration20261123050000 extends Migration {
  override up(): void {
    this.addSql(
      `create table "identities" ("id" text not null, "account_id" text not null, "issuer" text not null, "subject" text not null, "secret_hash" text null, "created_at" timestamptz(3) not null, primary key ("id"));`,
    );
    this.addSql(`create index "identities_account_id_index" on "identities" ("account_id");`);
    this.addSql(
      `alter table "identities" add constraint "identities_issuer_subject_unique" unique ("issuer", "subject");`,
    );
    this.addSql(
      `alter table "identities" add constraint "identities_account_id_foreign" foreign key ("account_id") references "accounts" ("id") on delete cascade;`,
    );
    this.addSql(
      `insert into "identities" select 'idn_' || substr("id", 5), "id", 'password', "id", "password_hash", "created_at" from "accounts" where "deleted_at" is null;`,
    );
    this.addSql(`alter table "accounts" drop column "password_hash";`);

    this.addSql(`alter table "password_resets" rename to "one_time_links";`);
    this.addSql(`alter table "one_time_links" add column "purpose" text not null default 'password-reset';`);
    this.addSql(`alter table "one_time_links" alter column "purpose" drop default;`);
    this.addSql(`alter table "one_time_links" drop constraint "password_resets_pkey";`);
    this.addSql(`alter table "one_time_links" add primary key ("account_id", "purpose");`);
    this.addSql(
      `alter table "one_time_links" rename constraint "password_resets_token_hash_unique" to "one_time_links_token_hash_unique";`,
    );
  }

  override down(): void {
    this.addSql(`delete from "one_time_links" where "purpose" <> 'password-reset';`);
    this.addSql(
      `alter table "one_time_links" rename constraint "one_time_links_token_hash_unique" to "password_resets_token_hash_unique";`,
    );
    this.addSql(`alter table "one_time_links" drop constraint "one_time_links_pkey";`);
    this.addSql(`alter table "one_time_links" drop column "purpose";`);
    this.addSql(`alter table "one_time_links" rename to "password_resets";`);
    this.addSql(`alter table "password_resets" add primary key ("account_id");`);

    this.addSql(`alter table "accounts" add column "password_hash" text not null default '';`);
    this.addSql(`alter table "accounts" alter column "password_hash" drop default;`);
    this.addSql(
      `update "accounts" a set "password_hash" = i."secret_hash" from "identities" i where i."issuer" = 'password' and i."account_id" = a."id";`,
    );
    this.addSql(`drop table "identities";`);
  }
}
