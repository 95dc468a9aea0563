import { type MikroORM } from '@mikro-orm/postgresql';
import { generateKey } from '../../../src/api-keys/key-format.js';
import { type SecretHasherService } from '../../../src/core/secrets/secret-hasher.service.js';

/** High enough that no request is refused. */
const LIMITS = `{"second":999999999,"minute":999999999,"hour":999999999,"day":999999999}`;

/** Fills the table of clients up to a number of rows. */
export async function fillClients(orm: MikroORM, count: number): Promise<void> {
  await orm.em.execute(
    `insert into accounts (id, full_name, email, email_key, role, status, created_at, updated_at)
     values ('acc_0', 'A', 'a@example.com', 'a@example.com', 'member', 'active', now(), now())
     on conflict do nothing`,
  );
  await orm.em.execute(
    `insert into organizations (id, personal_account_id, created_by, created_at, updated_at)
     values ('org_0', 'acc_0', 'acc_0', now(), now()) on conflict do nothing`,
  );
  await orm.em.execute(
    `insert into clients (id, account_id, organization_id, name, secret_hash, scopes, rate_limits, status, created_at, updated_at)
     select 'cli_' || n, 'acc_0', 'org_0', 'C', md5(n::text), '{forecast:read}', '${LIMITS}', 'active', now(), now()
     from generate_series(0, ? - 1) n on conflict do nothing`,
    [count],
  );
}

/** Fills the table of keys up to a number of rows, spread over the clients, and returns some valid keys. */
export async function fillKeys(
  orm: MikroORM,
  hasher: SecretHasherService,
  count: number,
  working: number,
  clients: number,
): Promise<string[]> {
  const keys = Array.from({ length: working }, generateKey);
  const hashes = keys.map((key) => hasher.hash(key));
  await orm.em.execute(
    `insert into api_keys (id, client_id, name, start, key_hash, scopes, allowed_ips, created_at)
     select 'key_' || h, 'cli_' || n % ?::int, 'K', 'wx_', h, '{forecast:read}', '{}', now()
     from unnest(array(select jsonb_array_elements_text(?::jsonb))) with ordinality as t(h, n)`,
    [clients, JSON.stringify(hashes)],
  );
  await orm.em.execute(
    `insert into api_keys (id, client_id, name, start, key_hash, scopes, allowed_ips, created_at)
     select 'key_' || n, 'cli_' || n % ?::int, 'K', 'wx_', md5(n::text), '{forecast:read}', '{}', now()
     from generate_series((select count(*) from api_keys) + 1, ?) n on conflict do nothing`,
    [clients, count],
  );
  await orm.em.execute('analyze api_keys');
  return keys;
}
