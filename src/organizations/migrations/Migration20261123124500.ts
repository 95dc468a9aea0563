import { Migration } from '@mikro-orm/migrations';

/** An invitation that goes by mail has a second link, whose token only the message holds. */
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
