import type { TableCopy } from './backup-manifest.js';
import type { RawConnection } from './raw-connection.js';
import { qualified } from './table-list.js';

interface Counter {
  table: string;
  column: string;
  sequence: string;
}

/** The columns that count on their own; a partition counts with its root. */
const COUNTERS = `
  select distinct t.id::text as table, quote_ident(a.attname) as column, c.sequence
  from unnest($1::text[]) as listed (name)
  cross join lateral (
    select coalesce(pg_partition_root(listed.name::regclass), listed.name::regclass) as id
  ) as t
  join pg_attribute a on a.attrelid = t.id and a.attnum > 0 and not a.attisdropped
  cross join lateral (select pg_get_serial_sequence(t.id::text, a.attname) as sequence) as c
  where c.sequence is not null`;

/** Has the next insert count on from the rows. */
export async function advanceSequences(
  connection: RawConnection,
  tables: readonly TableCopy[],
): Promise<void> {
  const { rows } = await connection.query<Counter>(COUNTERS, [tables.map(qualified)]);
  for (const { table, column, sequence } of rows)
    await connection.query(
      `select setval('${sequence.replaceAll("'", "''")}', max(${column})) from ${table}
       having max(${column}) >= (select last_value from ${sequence})`,
    );
}
