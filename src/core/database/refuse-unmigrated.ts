import { type EntityMetadata, type EntityProperty, ReferenceKind } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { FeatureSet } from '../features/feature-set.js';
import { FeatureError } from '../features/feature-error.js';

interface Wanted {
  entity: string;
  /** As SQL names it. */
  relation: string;
  columns: string[];
}

/** For a table that doesn't exist, the column is null. */
const MISSING = `
  select entity, relation, name as column
  from jsonb_to_recordset(?::jsonb) as wanted (entity text, relation text, columns jsonb)
  left join jsonb_array_elements_text(columns) as name on to_regclass(relation) is not null
  where name is null or not exists (
    select from pg_attribute where attrelid = to_regclass(relation) and attname = name and not attisdropped
  ) order by entity, name limit 1`;

/** @throws FeatureError that names an entity whose table or column the migrations don't make */
export async function refuseUnmigrated(em: EntityManager, { features }: FeatureSet): Promise<void> {
  const wanted = [...em.getMetadata().getAll().values()].filter(hasTable).map(wantedOf);
  const [missing] = await em.execute<{ entity: string; relation: string; column: string | null }[]>(MISSING, [
    JSON.stringify(wanted),
  ]);
  if (!missing) return;
  const { entity, relation, column } = missing;
  const owner = features.find(({ entities = [] }) =>
    entities.some((one) => em.getMetadata().get(one as never).className === entity),
  );
  const what = column === null ? `the table ${relation}` : `the column "${column}" of the table ${relation}`;
  throw new FeatureError(
    `The feature "${owner?.name}" has the entity ${entity}, but no migration makes ${what}. Run ` +
      '`npx --no weather-forecast-service migration:create`, and add what it writes to the feature.',
  );
}

function hasTable({ abstract, embeddable, virtual, expression, tableName }: EntityMetadata): boolean {
  return !abstract && !embeddable && !virtual && expression === undefined && tableName !== undefined;
}

function wantedOf({ className, schema, tableName, props }: EntityMetadata): Wanted {
  return {
    entity: className,
    relation: [schema, tableName]
      .filter((name) => name !== undefined)
      .map(quoted)
      .join('.'),
    columns: props.filter(hasColumns).flatMap(({ fieldNames = [] }) => fieldNames),
  };
}

/** Collections are in tables of their own, and an inlined embeddable has its columns in its members. */
function hasColumns({ kind, persist, object }: EntityProperty): boolean {
  const isInlined = kind === ReferenceKind.EMBEDDED && !object;
  return persist !== false && kind !== ReferenceKind.MANY_TO_MANY && !isInlined;
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
