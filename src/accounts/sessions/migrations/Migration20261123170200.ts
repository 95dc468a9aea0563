import { Migration } from '@mikro-orm/migrations';

export class Migration20261123170200 extends Migration {
  override up(): void {
    this.addSql(
      `create table "waiting_sign_ins" ("token_hash" text not null, "account_id" text not null, "method" text not null, "authenticated_at" timestamptz(3) null, "failures" int not null, "created_at" timestamptz(3) not null, primary key ("token_hash"));`,
    );
    this.addSql(
      `create index "waiting_sign_ins_account_id_index" on "waiting_sign_ins" ("account_id");`,
    );
  }

  override down(): void {
    this.addSql(`drop table "waiting_sign_ins";`);
  }
}
