import { Migration } from '@mikro-orm/migrations';

/** Adds the mail outbox. */
export class Migration20261123074653 extends Migration {
  override up(): void {
    this.addSql(
      `create table "mails" ("id" text not null, "kind" text not null, "recipient" text not null, "account_id" text null, "data" jsonb not null, "state" text not null, "attempts" int not null, "next_attempt_at" timestamptz(3) not null, "created_at" timestamptz(3) not null, "ended_at" timestamptz(3) null, "error" text null, primary key ("id"));`,
    );
    this.addSql(`create index "mails_state_next_attempt_at_index" on "mails" ("state", "next_attempt_at");`);
  }

  override down(): void {
    this.addSql(`drop table "mails";`);
  }
}
