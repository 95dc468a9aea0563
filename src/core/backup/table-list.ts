import type { MikroORM } from '@mikro-orm/postgresql';
import type { TableCopy } from './backup-manifest.js';
import type { RawConnection } from './raw-connection.js';

export const PUBLIC_SCHEMA = 'public';
export const MIGRATIONS_TABLE = 'mikro_orm_migrations';

export type ListedTable = Pick<TableCopy, 'schema' | 'name' | 'columns' | 'partition'>;

interface ListedRow {
  id: string;
  schema: string;
  name: string;
  columns: string[];
  parent: string | null;
  bound: string | null;
  /** OIDs of the tables that its foreign keys reference. */
  references: string[];
}

const LIST = `
  select c.oid::text as id, n.nspname as schema, c.relname as name,
    array(select a.attname::text from pg_attribute a
          where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
          order by a.attnum) as columns,
    (select p.relname from pg_inherits i join pg_class p on p.oid = i.inhparent where i.inhrelid = c.oid) as parent,
    pg_get_expr(c.relpartbound, c.oid) as bound,
    array(select f.confrelid::text from pg_constraint f
          where f.conrelid = c.oid and f.contype = 'f') as references
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind = 'r' and (
    n.nspname = any($1)
    or coalesce(pg_partition_root(c.oid), c.oid) in (select to_regclass(entity) from unnest($2::text[]) as entity)
  )
  order by n.nspname, c.relname`;

/** Returns the qualified names of the entities' tables. */
export function entityTables(orm: MikroORM): string[] {
  return [...orm.getMetadata().getAll().values()].map(({ schema = PUBLIC_SCHEMA, tableName }) =>
    qualified({ schema, name: tableName }),
  );
}

/**
 * Returns every table with rows of the service. Each follows those that it references, except in cycles.
 * @param schemas schemas whose tables all belong to the service
 */
export async function listTables(
  connection: RawConnection,
  orm: MikroORM,
  schemas: readonly string[],
): Promise<ListedTable[]> {
  const { rows } = await connection.query<ListedRow>(LIST, [schemas, entityTables(orm)]);
  const visited = new Set<ListedRow>();
  const sorted: ListedRow[] = [];
  const add = (row: ListedRow) => {
    if (visited.has(row)) return;
    visited.add(row);
    for (const id of row.references) {
      const referenced = rows.find((candidate) => candidate.id === id);
      if (referenced) add(referenced);
    }
    sorted.push(row);
  };
  rows.forEach(add);
  return sorted.map(({ schema, name, columns, parent, bound }) => ({
    schema,
    name,
    columns,
    ...(parent !== null && bound !== null && { partition: { of: parent, bound } }),
  }));
}

/** Returns the table's name for use in a statement. */
export function qualified({ schema, name }: Pick<TableCopy, 'schema' | 'name'>): string {
  return `${quoted(schema)}.${quoted(name)}`;
}

export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
