import { Migration } from '@mikro-orm/migrations';

export class Migration20261122000800 extends Migration {
  override up(): void {
    this.addSql(`
      create table pending_sign_ins (
        token_hash text not null, provider_id text not null, next text not null, is_anew boolean not null,
        session_id text, created_at timestamptz(3) not null,
        primary key (token_hash)
      )`);
    this.addSql(`
      create table organization_issuers (
        organization_id text not null, issuer text not null, client_id text not null,
        client_secret text not null, scopes text not null, groups_claim text, roles jsonb not null,
        default_role text, sign_up boolean not null, created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        primary key (organization_id),
        constraint organization_issuers_organization_id_foreign foreign key (organization_id) references organizations (id) on update cascade on delete cascade
      )`);
  }
}
