import { type EntityManager, MikroORM } from '@mikro-orm/postgresql';
import { KeyedHash } from '../secrets/keyed-hash.type.js';
import { KeySecretError } from '../secrets/key-secret-error.js';
import { KeySecretRecord } from '../secrets/key-secret-record.entity.js';
import { SealedText } from '../secrets/sealed-text.type.js';
import type { SecretHasherService } from '../secrets/secret-hasher.service.js';
import type { SecretSealerService } from '../secrets/secret-sealer.service.js';
import type { DatabaseConnection } from '../config/database/database-connection.types.js';
import type { FeatureSet } from '../features/feature-set.js';
import { createOrmOptions } from './orm-options.js';

const KEY_SECRET_LOCK = 'key-secret';
const RECORD_ID = 1;

/** Number of rows still hashed under the previous secret, by table. Tables without any are left out. */
export type OutdatedHashes = Record<string, number>;

/**
 * Checks that the database's keys are hashed with this secret or the previous one, and reseals what is sealed under the
 * previous one. The first service on a database records its secret.
 * @throws KeySecretError otherwise: every key would be rejected
 */
export async function fitKeySecret(
  connection: DatabaseConnection,
  features: FeatureSet,
  hasher: SecretHasherService,
  sealer: SecretSealerService,
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
      await sealAnew(em, sealer);
      return await countOutdated(em, hasher);
    });
  } finally {
    await orm.close();
  }
}

interface Column {
  table: string;
  column: string;
}

/** Returns the columns of a type, of all features. */
function columnsOf(em: EntityManager, type: typeof KeyedHash | typeof SealedText): Column[] {
  return [...em.getMetadata().getAll().values()].flatMap(({ tableName, props }) =>
    props
      .filter(({ customType }) => customType instanceof type)
      .map(({ fieldNames: [column] }) => ({ table: tableName, column })),
  );
}

/** Returns the version in the stored hashes, for databases that have no record of it. */
async function versionInUse(em: EntityManager): Promise<string | undefined> {
  for (const { table, column } of columnsOf(em, KeyedHash)) {
    const [row] = await em.execute<({ version: string } | undefined)[]>(
      "select split_part(??, '.', 1) as version from ?? order by id desc limit 1",
      [column, table],
    );
    if (row) return row.version;
  }
}

async function countOutdated(em: EntityManager, { version }: SecretHasherService): Promise<OutdatedHashes> {
  const outdated: OutdatedHashes = {};
  for (const { table, column } of columnsOf(em, KeyedHash)) {
    const [{ count }] = await em.execute<{ count: number }[]>(
      'select count(*)::int as count from ?? where not starts_with(??, ?)',
      [table, column, `${version}.`],
    );
    if (count > 0) outdated[table] = count;
  }
  return outdated;
}

async function sealAnew(em: EntityManager, sealer: SecretSealerService): Promise<void> {
  for (const { table, column } of columnsOf(em, SealedText)) {
    const rows = await em.execute<{ sealed: string }[]>('select ?? as sealed from ?? where ?? is not null', [
      column,
      table,
      column,
    ]);
    for (const { sealed } of rows.filter((row) => sealer.isOutdated(row.sealed)))
      await em.execute('update ?? set ?? = ? where ?? = ?', [
        table,
        column,
        sealer.seal(sealer.open(sealed)),
        column,
        sealed,
      ]);
  }
}

function misfit(known: string, hasher: SecretHasherService): KeySecretError {
  const given = [hasher.version, hasher.previousVersion].filter(Boolean).join(' and ');
  return new KeySecretError(
    `The key secret doesn't match the database: its keys need the secret with the fingerprint ${known}…, not ${given}…. ` +
      'Set KEY_SECRET, or the file key-secret in DATA_DIR, to the one used before; to replace it, give that one as ' +
      'KEY_SECRET_PREVIOUS.',
  );
}
