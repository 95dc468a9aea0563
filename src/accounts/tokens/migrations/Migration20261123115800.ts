import { Migration } from '@mikro-orm/migrations';

export class Migration20261123115800 extends Migration {
  override up(): void {
    this.addSql(
      `create table "personal_access_tokens" ("id" text not null, "account_id" text not null, "name" text not null, "start" text not null, "token_hash" text not null, "scopes" text[] not null, "expires_at" timestamptz(3) not null, "last_used_at" timestamptz(3) null, "revoked_at" timestamptz(3) null, "created_at" timestamptz(3) not null, primary key ("id"));`,
    );
    this.addSql(
      `create index "personal_access_tokens_account_id_index" on "personal_access_tokens" ("account_id");`,
    );
    this.addSql(
      `alter table "personal_access_tokens" add constraint "personal_access_tokens_token_hash_unique" unique ("token_hash");`,
    );
    this.addSql(
      `alter table "personal_access_tokens" add constraint "personal_access_tokens_account_id_foreign" foreign key ("account_id") references "accounts" ("id") on delete cascade;`,
    );
  }

  override down(): void {
    this.addSql(`drop table "personal_access_tokens";`);
  }
}
