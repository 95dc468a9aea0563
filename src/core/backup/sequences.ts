import type { SequenceCopy } from './backup-manifest.js';
import type { RawConnection } from './raw-connection.js';
import { type ListedTable, qualified } from './table-list.js';

/**
 * The sequences in the schemas, and those that the tables' columns use (or those of their partition roots) through
 * identity, `serial` or defaults.
 */
const LIST = `
  select n.nspname as schema, c.relname as name
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind = 'S' and (n.nspname = any($1) or c.oid in (
    select owned.objid from pg_depend owned join listed on owned.refobjid = listed.id
    where owned.classid = 'pg_class'::regclass and owned.deptype in ('a', 'i')
    union
    select used.refobjid from pg_attrdef d join listed on d.adrelid = listed.id
    join pg_depend used on used.classid = 'pg_attrdef'::regclass and used.objid = d.oid
    where used.refclassid = 'pg_class'::regclass
  ))
  order by schema, name`;
const LISTED = `
  with listed as (
    select coalesce(pg_partition_root(name::regclass), name::regclass) as id from unnest($2::text[]) as name
  )`;

/**
 * Reads the sequences of tables and schemas. Must be called after the rows have been read, so that no sequence is
 * behind them.
 */
export async function readSequences(
  connection: RawConnection,
  schemas: readonly string[],
  tables: readonly ListedTable[],
): Promise<SequenceCopy[]> {
  const { rows } = await connection.query<Pick<SequenceCopy, 'schema' | 'name'>>(LISTED + LIST, [
    schemas,
    tables.map(qualified),
  ]);
  const copies: SequenceCopy[] = [];
  for (const sequence of rows) {
    const [state] = (
      await connection.query<Pick<SequenceCopy, 'lastValue' | 'isCalled'>>(
        `select last_value::text as "lastValue", is_called as "isCalled" from ${qualified(sequence)}`,
      )
    ).rows;
    copies.push({ ...sequence, ...state });
  }
  return copies;
}

/** Sets the sequences so that the next values follow those in the backup. */
export async function restoreSequences(
  connection: RawConnection,
  sequences: readonly SequenceCopy[],
): Promise<void> {
  for (const { lastValue, isCalled, ...sequence } of sequences)
    await connection.query('select setval($1::regclass, $2::bigint, $3)', [
      qualified(sequence),
      lastValue,
      isCalled,
    ]);
}
