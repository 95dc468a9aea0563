import type { MikroORM } from '@mikro-orm/postgresql';
import type { TableCopy } from './backup-manifest.js';
import type { RawConnection } from './raw-connection.js';

export const ENTITY_SCHEMA = 'public';
export const MIGRATIONS_TABLE = 'mikro_orm_migrations';

export type ListedTable = Pick<TableCopy, 'schema' | 'name' | 'columns' | 'partition'>;

interface ListedRow {
  id: string;
  schema: string;
  name: string;
  columns: string[];
  parent: string | null;
  bound: string | null;
  /** The ids of the tables that its foreign keys point to. */
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
  where c.relkind = 'r' and (n.nspname = any($1) or n.nspname = $2 and c.relname = any($3))
  order by n.nspname, c.relname`;

/** Of the entities without a schema of their own, which are in `ENTITY_SCHEMA`. */
export function entityTables(orm: MikroORM): string[] {
  return entitiesOf(orm)
    .filter(({ schema }) => !isOwnSchema(schema))
    .map(({ tableName }) => tableName);
}

/** Those that features list, and those of entities: all that is in them belongs to the service. */
export function serviceSchemas(orm: MikroORM, listed: readonly string[]): string[] {
  const ofEntities = entitiesOf(orm).map(({ schema }) => schema);
  return [...new Set([...listed, ...ofEntities.filter(isOwnSchema)])];
}

/** Every table with rows of the service, those first that others point to, as far as they don't point to each other. */
export async function listTables(
  connection: RawConnection,
  orm: MikroORM,
  schemas: readonly string[],
): Promise<ListedTable[]> {
  const parameters = [serviceSchemas(orm, schemas), ENTITY_SCHEMA, entityTables(orm)];
  const { rows } = await connection.query<ListedRow>(LIST, parameters);
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

/** As a statement names the table. */
export function qualified({ schema, name }: Pick<TableCopy, 'schema' | 'name'>): string {
  return `${quoted(schema)}.${quoted(name)}`;
}

export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

function entitiesOf(orm: MikroORM) {
  return [...orm.getMetadata().getAll().values()];
}

function isOwnSchema(schema: string | undefined): schema is string {
  return schema !== undefined && schema !== ENTITY_SCHEMA;
}
