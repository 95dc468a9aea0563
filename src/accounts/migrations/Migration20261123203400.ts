import { Migration } from '@mikro-orm/migrations';

/** Adds the organization whose issuer vouches for an identity. */
export class Migration20261123203400 extends Migration {
  override up(): void {
    this.addSql(`alter table "identities" add column "organization_id" text null;`);
    this.addSql(`alter table "identities" drop constraint "identities_issuer_subject_unique";`);
    this.addSql(
      `create unique index "identities_issuer_subject_unique" on "identities" ("issuer", "subject") where organization_id is null;`,
    );
    this.addSql(
      `alter table "identities" add constraint "identities_organization_id_issuer_subject_unique" unique ("organization_id", "issuer", "subject");`,
    );
  }

  override down(): void {
    this.addSql(`delete from "identities" where "organization_id" is not null;`);
    this.addSql(
      `alter table "identities" drop constraint "identities_organization_id_issuer_subject_unique";`,
    );
    this.addSql(`drop index "identities_issuer_subject_unique";`);
    this.addSql(
      `alter table "identities" add constraint "identities_issuer_subject_unique" unique ("issuer", "subject");`,
    );
    this.addSql(`alter table "identities" drop column "organization_id";`);
  }
}
