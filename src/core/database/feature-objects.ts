import type { IMigrator } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { FeatureSet } from '../features/feature-set.js';

/** Ordered so that most can be dropped in one pass: dependents come first. */
const KINDS = [
  'view',
  'materialized view',
  'table',
  'function',
  'procedure',
  'sequence',
  'type',
  'schema',
] as const;

/**
 * Lists everything a migration can create, named as `drop` expects it, except objects that are dropped with another,
 * such as partitions.
 */
const LIST = `
  select type || ' ' || identity as object
  from (
    select 'pg_namespace'::regclass as catalog, oid, oid as namespace from pg_namespace
    union all select 'pg_class'::regclass, oid, relnamespace from pg_class where relkind in ('r', 'p', 'v', 'm', 'S')
    union all select 'pg_proc'::regclass, oid, pronamespace from pg_proc where prokind in ('f', 'p')
    union all select 'pg_type'::regclass, oid, typnamespace from pg_type where typtype in ('e', 'd')
  ) as made, pg_identify_object(catalog, oid, 0)
  where identity is not null and namespace not in (
    select oid from pg_namespace where nspname ^@ 'pg_' or nspname = 'information_schema'
  ) and not exists (
    select from pg_depend where classid = catalog and objid = made.oid and objsubid = 0 and deptype in ('a', 'i', 'e')
  )
  order by object`;

/** A migration that a feature has run. */
interface RecordedMigration {
  name: string;
  /** A JSON list of the feature's objects in the database after it; null if an earlier version ran it. */
  objects: string | null;
}

export interface RemovedFeature {
  /** Migrations that are no longer recorded. */
  undone: string[];
  /** Objects that were dropped, if the feature's code was absent. */
  dropped?: string[];
}

/**
 * Records with each migration of a third-party feature which objects the feature has in the database after it, so that
 * the feature can be removed without its code.
 */
export function recordObjects(migrator: IMigrator, em: EntityManager, features: FeatureSet): void {
  let before: string[] = [];
  migrator.on('migrating', async ({ name }) => {
    if (!features.isOwn(featureOf(name))) before = await listObjects(em);
  });
  migrator.on('migrated', async ({ name }) => {
    const feature = featureOf(name);
    if (features.isOwn(feature)) return;
    await em.execute('alter table mikro_orm_migrations add column if not exists objects text');
    const previous = (await recordedMigrations(em, feature)).filter((one) => one.name !== name).at(-1);
    if (previous?.objects === null) return;
    const had = previous ? (JSON.parse(previous.objects) as string[]) : [];
    const objects = (await listObjects(em)).filter(
      (object) => had.includes(object) || !before.includes(object),
    );
    await em.execute('update mikro_orm_migrations set objects = ? where name = ?', [
      JSON.stringify(objects),
      name,
    ]);
  });
}

/**
 * Drops the objects of an absent feature, and its records.
 * @throws Error if it has none, or if they were not recorded
 */
export async function dropObjects(em: EntityManager, feature: string): Promise<RemovedFeature> {
  const recorded = await recordedMigrations(em, feature);
  const last = recorded.at(-1);
  if (!last) throw new Error(`The database has no data of "${feature}", and FEATURES doesn't name it.`);
  if (last.objects === null)
    throw new Error(
      `An earlier version migrated the feature "${feature}" and didn't record what to drop. Name the module of the ` +
        'feature in FEATURES, run this command again, then take it out of FEATURES.',
    );
  const dropped = JSON.parse(last.objects) as string[];
  await dropAll(em, dropped);
  await em.execute('delete from mikro_orm_migrations where name ^@ ?', [`${feature}/`]);
  return { undone: recorded.map(({ name }) => name), dropped };
}

/** Never drops what others created: fails if others use one of the objects, or are in one of the schemas. */
async function dropAll(em: EntityManager, objects: readonly string[]): Promise<void> {
  let kinds = KINDS.filter((kind) => objects.some((object) => object.startsWith(`${kind} `)));
  while (kinds.length > 0) {
    const left: typeof kinds = [];
    let fault: unknown;
    for (const kind of kinds) {
      const names = objects
        .filter((object) => object.startsWith(`${kind} `))
        .map((object) => object.slice(kind.length));
      await em
        .transactional((nested) => nested.execute(`drop ${kind} if exists ${names.join(',')} restrict`))
        .catch((error: unknown) => {
          fault ??= error;
          left.push(kind);
        });
    }
    if (left.length === kinds.length) throw fault;
    kinds = left;
  }
}

function featureOf(migration: string): string {
  return migration.split('/')[0];
}

async function listObjects(em: EntityManager): Promise<string[]> {
  return (await em.execute<{ object: string }[]>(LIST)).map(({ object }) => object);
}

/** `to_jsonb` allows for databases without the column, which have no records of third-party features. */
function recordedMigrations(em: EntityManager, feature: string): Promise<RecordedMigration[]> {
  return em.execute<RecordedMigration[]>(
    `select name, to_jsonb(migration) ->> 'objects' as objects from mikro_orm_migrations migration
     where name ^@ ? order by id`,
    [`${feature}/`],
  );
}
