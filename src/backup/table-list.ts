import type { MikroORM } from '@mikro-orm/postgresql';
import type { TableCopy } from './backup-manifest.js';
import type { RawConnection } from './raw-connection.js';

export const ENTITY_SCHEMA = 'public';
export const MIGRATIONS_TABLE = 'mikro_orm_migrations';

export type ListedTable = Pick<TableCopy, 'schema' | 'name' | 'columns' | 'partition'>;

interface ListedRow {
  schema: string;
  name: string;
  columns: string[];
  parent: string | null;
  bound: string | null;
  /** The tables that its foreign keys point to. */
  references: string[];
}

const LIST = `
  select n.nspname as schema, c.relname as name,
    array(select a.attname::text from pg_attribute a
          where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
          order by a.attnum) as columns,
    (select p.relname from pg_inherits i join pg_class p on p.oid = i.inhparent where i.inhrelid = c.oid) as parent,
    pg_get_expr(c.relpartbound, c.oid) as bound,
    array(select r.relname::text from pg_constraint f join pg_class r on r.oid = f.confrelid
          where f.conrelid = c.oid and f.contype = 'f' and r.oid <> c.oid) as references
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind = 'r' and (n.nspname = any($1) or n.nspname = $2 and c.relname = any($3))
  order by n.nspname, c.relname`;

export function entityTables(orm: MikroORM): string[] {
  return [...orm.getMetadata().getAll().values()].map(({ tableName }) => tableName);
}

/** Every table with rows of the service, those first that others point to. */
export async function listTables(
  connection: RawConnection,
  orm: MikroORM,
  schemas: readonly string[],
): Promise<ListedTable[]> {
  const parameters = [schemas, ENTITY_SCHEMA, entityTables(orm)];
  const { rows } = await connection.query<ListedRow>(LIST, parameters);
  const sorted: ListedRow[] = [];
  const add = (row: ListedRow) => {
    if (sorted.includes(row)) return;
    for (const name of row.references) {
      const referenced = rows.find((candidate) => candidate.name === name);
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

/** As a statement names the table. */
export function qualified({ schema, name }: Pick<TableCopy, 'schema' | 'name'>): string {
  return `${quoted(schema)}.${quoted(name)}`;
}

export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
