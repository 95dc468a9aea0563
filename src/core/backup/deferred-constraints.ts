import type { TableCopy } from './backup-manifest.js';
import type { RawConnection } from './raw-connection.js';
import { qualified } from './table-list.js';

interface Constraint {
  table: string;
  name: string;
}

/** Foreign keys of tables that are filled before the tables they reference. Partitions use those of their root. */
const EARLY = `
  with filled as (
    select coalesce(pg_partition_root(name::regclass), name::regclass) as id, ordinal
    from unnest($1::text[]) with ordinality as listed (name, ordinal)
  )
  select distinct f.conrelid::regclass::text as table, quote_ident(f.conname) as name
  from pg_constraint f
  join filled one on one.id = f.conrelid
  join filled other on other.id = f.confrelid
  where f.contype = 'f' and f.conparentid = 0 and not f.condeferrable and one.ordinal < other.ordinal`;

/** Defers the foreign keys of tables that reference each other until all tables are filled. */
export async function deferConstraints(
  connection: RawConnection,
  tables: readonly TableCopy[],
): Promise<Constraint[]> {
  const { rows } = await connection.query<Constraint>(EARLY, [tables.map(qualified)]);
  for (const { table, name } of rows)
    await connection.query(`alter table ${table} alter constraint ${name} deferrable`);
  await connection.query('set constraints all deferred');
  return rows;
}

/** Checks the constraints, and makes them not deferrable again. */
export async function checkConstraints(
  connection: RawConnection,
  constraints: readonly Constraint[],
): Promise<void> {
  await connection.query('set constraints all immediate');
  for (const { table, name } of constraints)
    await connection.query(`alter table ${table} alter constraint ${name} not deferrable`);
}
