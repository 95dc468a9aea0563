import { Migration } from '@mikro-orm/migrations';

export class Migration20261122000900 extends Migration {
  override up(): void {
    this.addSql(`
      create table audit_events (
        id text not null, action text not null, actor_kind text not null, actor_account_id text,
        actor_client_id text, address text, request_id text, account_id text not null, client_id text,
        target_id text not null, details jsonb not null, created_at timestamptz(3) not null,
        organization_id text, actor_token_id text,
        primary key (id)
      )`);
    this.addSql(`create index audit_events_account_id_id_index on audit_events (account_id, id)`);
    this.addSql(`create index audit_events_client_id_id_index on audit_events (client_id, id)`);
    this.addSql(`create index audit_events_action_id_index on audit_events (action, id)`);
    this.addSql(`create index audit_events_organization_id_id_index on audit_events (organization_id, id)`);
  }
}
