import { Migration } from '@mikro-orm/migrations';

export class Migration20261123074500 extends Migration {
  override up(): void {
    this.addSql(
      `create table "pending_sign_ins" ("token_hash" text not null, "provider_id" text not null, "next" text not null, "is_anew" boolean not null, "session_id" text null, "created_at" timestamptz(3) not null, primary key ("token_hash"));`,
    );
  }

  override down(): void {
    this.addSql(`drop table if exists "pending_sign_ins" cascade;`);
  }
}
