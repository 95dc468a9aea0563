import { Migration } from '@mikro-orm/migrations';

export class Migration20261122001400 extends Migration {
  override up(): void {
    this.addSql(`
      create table webhooks (
        id text not null, organization_id text not null, created_by text not null, url text not null,
        description text, event_types text[], disabled_reason text, secret text not null,
        previous_secret text, previous_secret_ends_at timestamptz(3), failing_since timestamptz(3),
        due_at timestamptz(3), is_claimed boolean not null default false, claims int not null default 0,
        created_at timestamptz(3) not null, updated_at timestamptz(3) not null,
        quick_ones_to_go int not null default 1,
        primary key (id),
        constraint webhooks_organization_id_foreign foreign key (organization_id) references organizations (id) on delete cascade
      )`);
    this.addSql(`create index webhooks_organization_id_index on webhooks (organization_id)`);
    this.addSql(`create index webhooks_due on webhooks (due_at) where due_at is not null`);
    this.addSql(`
      create table webhook_messages (
        id text not null, type text not null, body text not null, created_at timestamptz(3) not null,
        primary key (id)
      )`);
    this.addSql(`create index webhook_messages_created_at_index on webhook_messages (created_at)`);
    this.addSql(`
      create table webhook_deliveries (
        webhook_id text not null, message_id text not null, position bigint not null,
        is_by_hand boolean not null default false, status text not null, attempts int not null default 0,
        retries_left int not null, next_attempt_at timestamptz(3), last_attempt_at timestamptz(3),
        last_duration_ms int, last_status int, error text, ended_at timestamptz(3),
        was_delivered boolean not null default false,
        primary key (webhook_id, message_id),
        constraint webhook_deliveries_message_id_foreign foreign key (message_id) references webhook_messages (id) on update cascade on delete cascade,
        constraint webhook_deliveries_webhook_id_foreign foreign key (webhook_id) references webhooks (id) on update cascade on delete cascade
      )`);
    this.addSql(`create index webhook_deliveries_message_id_index on webhook_deliveries (message_id)`);
    this.addSql(
      `create index webhook_deliveries_pending on webhook_deliveries (webhook_id, is_by_hand desc, position, message_id) where status = 'pending'`,
    );
  }
}
