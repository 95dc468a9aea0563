import { AbsentFeatureError, NewerSchemaError } from './schema-errors.js';

/** Migrations are recorded as `<feature>/<name>`. */
const OF_FEATURE = /^(?<feature>[^/]+)\//;

/** @throws NewerSchemaError or AbsentFeatureError if any of the migrations is unknown */
export function refuseUnknownMigrations(
  what: 'database' | 'backup',
  executed: readonly string[],
  { migrations }: { migrations: readonly { name: string }[] },
): void {
  const known = new Set(migrations.map(({ name }) => name));
  const unknown = executed.filter((name) => !known.has(name));
  if (unknown.length === 0) return;
  const present = new Set([...known].map(featureOf));
  const absent = new Set(unknown.map(featureOf).filter((feature) => feature && !present.has(feature)));
  // A newer version changes features that this one has, and can add others.
  const isNewer = unknown.some((name) => !absent.has(featureOf(name)));
  if (isNewer) throw new NewerSchemaError(what, unknown);
  throw new AbsentFeatureError(what, [...absent].join(', '));
}

function featureOf(migration: string): string | undefined {
  return OF_FEATURE.exec(migration)?.groups!.feature;
}
