import { type EntityManager, MikroORM } from '@mikro-orm/postgresql';
import { KeySecretError } from '../common/secrets/key-secret-error.js';
import { KeySecretRecord } from '../common/secrets/key-secret-record.entity.js';
import type { SecretHasher } from '../common/secrets/secret-hasher.service.js';
import type { DatabaseConnection } from '../config/database/database-connection.types.js';
import type { FeatureSet } from '../features/feature-set.js';
import { createOrmOptions } from './orm-options.js';

const KEY_SECRET_LOCK = 'key-secret';
const RECORD_ID = 1;

/** What is still hashed under the previous secret. */
export interface OutdatedHashes {
  apiKeys: number;
  clients: number;
}

/**
 * Checks that the secret is the one that the database's keys are hashed with, or follows upon it; the first service on
 * a database says which one it is.
 * @throws KeySecretError otherwise: all keys would be refused.
 */
export async function fitKeySecret(
  connection: DatabaseConnection,
  features: FeatureSet,
  hasher: SecretHasher,
): Promise<OutdatedHashes> {
  const orm = await MikroORM.init(createOrmOptions(connection, features));
  try {
    return await orm.em.transactional(async (em) => {
      await em.execute('select pg_advisory_xact_lock(hashtext(?))', [KEY_SECRET_LOCK]);
      const record = await em.findOne(KeySecretRecord, RECORD_ID);
      const known = record?.version ?? (await versionInUse(em)) ?? hasher.version;
      if (known !== hasher.version && known !== hasher.previousVersion) throw misfit(known, hasher);
      if (record?.version !== hasher.version)
        await em.upsert(KeySecretRecord, {
          id: RECORD_ID,
          version: hasher.version,
          changedAt: new Date(),
        });
      return {
        apiKeys: await countOutdated(em, 'api_keys', 'key_hash', hasher),
        clients: await countOutdated(em, 'clients', 'secret_hash', hasher),
      };
    });
  } finally {
    await orm.close();
  }
}

/** That of a database which is older than the record. */
async function versionInUse(em: EntityManager): Promise<string | undefined> {
  const [row] = await em.execute<{ version: string }[]>(
    `select split_part(secret_hash, '.', 1) as version from clients order by id desc limit 1`,
  );
  return row?.version;
}

async function countOutdated(
  em: EntityManager,
  table: string,
  column: string,
  { version }: SecretHasher,
): Promise<number> {
  const [{ count }] = await em.execute<{ count: number }[]>(
    `select count(*)::int as count from ${table} where not starts_with(${column}, ?)`,
    [`${version}.`],
  );
  return count;
}

function misfit(known: string, hasher: SecretHasher): KeySecretError {
  const given = [hasher.version, hasher.previousVersion].filter(Boolean).join(' and ');
  return new KeySecretError(
    `The key secret does not fit the database: its keys are hashed with the secret ${known}, and given is ${given} ` +
      '(beginnings of fingerprints). Set KEY_SECRET, or the file key-secret in DATA_DIR, to the one that was used ' +
      'before; to replace it, give that one as KEY_SECRET_PREVIOUS.',
  );
}
