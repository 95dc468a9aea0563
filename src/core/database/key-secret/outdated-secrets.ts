import type { EntityManager } from '@mikro-orm/postgresql';
import { KeyedHash, SealedText } from '../../secrets/secret-columns.type.js';
import type { SecretHasherService } from '../../secrets/secret-hasher.service.js';
import type { SecretSealerService } from '../../secrets/secret-sealer.service.js';

const KEY_SECRET_LOCK = 'key-secret';

/** Number of rows still hashed under the previous secret, by table. Tables without any are left out. */
export type OutdatedHashes = Record<string, number>;

interface Column {
  table: string;
  column: string;
  /** The primary key. */
  key: string;
  /** The condition of the rows whose secret still works. */
  alive: string;
}

/** Lets one process at a time record its key secret, until its transaction ends. */
export async function lockKeySecret(em: EntityManager): Promise<void> {
  await em.execute('select pg_advisory_xact_lock(hashtext(?))', [KEY_SECRET_LOCK]);
}

/** Returns the version in the stored hashes, for databases that have no record of it. */
export async function versionInUse(em: EntityManager): Promise<string | undefined> {
  for (const { table, column, key } of columnsOf(em, KeyedHash)) {
    const [row] = await em.execute<({ version: string } | undefined)[]>(
      `select split_part(??, '.', 1) as version from ?? where ?? is not null order by ${key} desc limit 1`,
      [column, table, column],
    );
    if (row) return row.version;
  }
}

export async function countOutdated(
  em: EntityManager,
  { version }: SecretHasherService,
): Promise<OutdatedHashes> {
  const outdated: OutdatedHashes = {};
  for (const { table, column, alive } of columnsOf(em, KeyedHash)) {
    const [{ count }] = await em.execute<{ count: number }[]>(
      `select count(*)::int as count from ?? where not starts_with(??, ?) and ${alive}`,
      [table, column, `${version}.`],
    );
    if (count > 0) outdated[table] = (outdated[table] ?? 0) + count;
  }
  return outdated;
}

/** Seals what is sealed under the previous secret. A transaction for each table, since tables are locked in an order. */
export async function sealAnew(em: EntityManager, sealer: SecretSealerService): Promise<void> {
  if (sealer.previousVersion === undefined) return;
  for (const { table, column, key } of columnsOf(em, SealedText))
    await em.transactional(async (within) => {
      const rows = await within.execute<{ sealed: string }[]>(
        `select ?? as sealed from ?? where starts_with(??, ?) order by ${key} for no key update`,
        [column, table, column, `${sealer.previousVersion}.`],
      );
      for (const { sealed } of rows)
        await within.execute('update ?? set ?? = ? where ?? = ?', [
          table,
          column,
          sealer.seal(sealer.open(sealed)),
          column,
          sealed,
        ]);
    });
}

/** Returns the columns of a type, of all features. */
function columnsOf(em: EntityManager, type: typeof KeyedHash | typeof SealedText): Column[] {
  return [...em.getMetadata().getAll().values()].flatMap(({ tableName, props, primaryKeys }) => {
    const namesOf = (wanted: (name: string) => boolean) =>
      props.filter(({ name }) => wanted(name)).flatMap(({ fieldNames }) => fieldNames);
    const key = namesOf((name) => primaryKeys.includes(name)).join(', ');
    return props
      .filter(({ customType }) => customType instanceof type)
      .map(({ name: secret, fieldNames: [column] }) => {
        const ends = namesOf(
          (name) => /^(revoked|expires|deleted)At$/.test(name) || name === secret.replace(/Hash$/, 'EndsAt'),
        );
        const alive = ends.map((end) => `coalesce(${end} > now(), true)`).join(' and ') || 'true';
        return { table: tableName, column, key, alive };
      });
  });
}
