import { Migration } from '@mikro-orm/migrations';

/** Adds the second link of a mailed invitation, whose token only the message contains. */
export class Migration20261123124500 extends Migration {
  override up(): void {
    this.addSql(`alter table "organization_invitations" add column "mailed_token_hash" text null;`);
    this.addSql(
      `alter table "organization_invitations" add constraint "organization_invitations_mailed_token_hash_unique" unique ("mailed_token_hash");`,
    );
  }

  override down(): void {
    this.addSql(`alter table "organization_invitations" drop column "mailed_token_hash";`);
  }
}
