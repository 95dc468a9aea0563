import { Migration } from '@mikro-orm/migrations';

export class Migration20261123202331 extends Migration {
  override up(): void {
    this.addSql(
      `create table "passkey_challenges" ("challenge_hash" text not null, "purpose" text not null, "recipient" text null, "created_at" timestamptz(3) not null, primary key ("challenge_hash"));`,
    );
    this.addSql(
      `create index "passkey_challenges_recipient_index" on "passkey_challenges" ("recipient");`,
    );
    this.addSql(
      `alter table "factors" add "credential_id" text null, add "public_key" text null, add "signature_count" bigint null, add "transports" text[] null, add "is_second_only" boolean not null default false;`,
    );
    this.addSql(`alter table "factors" alter column "secret" drop not null;`);
    this.addSql(
      `alter table "factors" add constraint "factors_credential_id_unique" unique ("credential_id");`,
    );
  }

  override down(): void {
    this.addSql(`drop table "passkey_challenges";`);
    this.addSql(`delete from "factors" where "type" = 'passkey';`);
    this.addSql(
      `alter table "factors" drop column "credential_id", drop column "public_key", drop column "signature_count", drop column "transports", drop column "is_second_only";`,
    );
    this.addSql(`alter table "factors" alter column "secret" set not null;`);
  }
}
