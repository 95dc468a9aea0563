import { Migration } from '@mikro-orm/migrations';

export class Migration20261122000400 extends Migration {
  override up(): void {
    this.addSql(`
      create table api_keys (
        id text not null, client_id text not null, name text not null, start text not null,
        key_hash text not null, scopes text[] not null, allowed_ips text[] not null,
        expires_at timestamptz(3), last_used_at timestamptz(3), revoked_at timestamptz(3),
        created_at timestamptz(3) not null, rotated_from text, is_ephemeral boolean not null default false,
        is_revoked boolean not null default false, expiry_noted_at timestamptz(3),
        primary key (id),
        constraint api_keys_key_hash_unique unique (key_hash),
        constraint api_keys_client_id_foreign foreign key (client_id) references clients (id) on delete cascade
      )`);
    this.addSql(`create index api_keys_client_id_index on api_keys (client_id)`);
  }
}
