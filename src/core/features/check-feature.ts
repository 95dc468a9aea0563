import * as z from 'zod/mini';
import {
  TEXT,
  faultOf,
  faultOfMetric,
  faultOfModel,
  fitting,
  functionOf,
  whole,
} from '../../weather/checks/index.js';
import { SETTING_KINDS } from '../config/feature-setting.types.js';
import { FeatureError } from './feature-error.js';
import { COMPONENT_PAGE, DASHBOARD_PAGE, EVENT, PERMISSION, SCOPE, TAG } from './feature.schema.js';
import type { Feature } from './feature.types.js';

const ACTION = /^[a-z][a-z0-9]*(_[a-z0-9]+)*\.[a-z][a-z0-9]*(_[a-z0-9]+)*$/;
/** MikroORM's naming scheme, also with `--name`. */
const MIGRATION = /^Migration\d{14}(_[$\p{ID_Continue}]+)?$/u;
const SCHEME_TYPES = ['apiKey', 'http', 'mutualTLS', 'oauth2', 'openIdConnect'];

const OBJECT = z.custom(z.util.isObject);
const CLASS_OR_OBJECT = z.union([functionOf(), OBJECT]);

const list = (expected: string, entry: z.ZodMiniType) => z.optional(whole(expected, z.array(entry)));
const texts = (expected: string, pattern: RegExp) => list(expected, fitting(pattern, expected));
const record = (key: z.ZodMiniString, entry: z.ZodMiniType) => z.optional(z.record(key, entry, 'an object'));
/** Entries that are no objects have none of the members, too. */
const records = (key: z.ZodMiniString, entry: z.ZodMiniType) =>
  record(key, z.pipe(z.transform(Object), entry));

const PROBLEM = z.object({
  status: whole('an HTTP status from 400 to 599', z.int().check(z.minimum(400), z.maximum(599))),
  title: TEXT,
  help: TEXT,
});

const DEFAULTS: Partial<Record<string, string>> = { integer: 'number', switch: 'boolean' };
const SETTING = z
  .looseObject({ kind: z.enum(SETTING_KINDS, `one of ${SETTING_KINDS.join(', ')}`), description: TEXT })
  .check(
    z.refine(({ kind, default: byDefault, choices }) => {
      if (kind === 'choice' && !z.array(TEXT).check(z.minLength(1)).safeParse(choices).success) return false;
      if (byDefault === undefined) return true;
      return (
        typeof byDefault === (DEFAULTS[kind] ?? 'string') &&
        (choices as unknown[] | undefined)?.includes(byDefault) !== false
      );
    }, 'a setting whose default fits its kind, with "choices" for a choice'),
  );

const FEATURE = z.strictObject({
  name: fitting(/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/, 'in kebab case'),
  module: z.optional(whole('a Nest module', CLASS_OR_OBJECT)),
  entities: list('MikroORM entities', CLASS_OR_OBJECT),
  schemas: texts('names of schemas such as "alerts"', /^(?!public$|pg_)[a-z][a-z0-9_]*$/),
  retention: list('bounds of tables made with retain()', OBJECT),
  dataFiles: texts(
    'patterns of files below DATA_DIR such as "alerts/*.log"',
    /^(?!\.{0,2}\/|.*\/\.\.(\/|$)).+$/,
  ),
  migrations: list('MikroORM migrations with names such as Migration20261201120000', z.custom(isMigration)),
  scopes: records(
    fitting(/^[a-z][a-z0-9_-]*:[a-z][a-z0-9_-]*$/, 'named as in "alerts:read"'),
    z.object(SCOPE),
  ),
  permissions: records(
    fitting(/^[a-z][a-z0-9_-]*[.:][a-z][a-z0-9_-]*$/, 'named as in "alerts:manage"'),
    z.object(PERMISSION),
  ),
  problems: records(
    fitting(/^[a-z][a-z0-9]*(_[a-z0-9]+)*$/, 'named in snake case, as in "too_many_alerts"'),
    PROBLEM,
  ),
  auditActions: z.union([
    texts('texts such as "alert.created"', ACTION),
    record(fitting(ACTION, 'named as in "alert.created"'), TEXT),
  ]),
  settings: records(fitting(/^[A-Z][A-Z0-9]*(_[A-Z0-9]+)*$/, 'named as in "TIDES_URL"'), SETTING),
  events: records(fitting(ACTION, 'named as in "alert.created"'), z.object(EVENT)),
  idPrefixes: record(TEXT, fitting(/^[a-z]{3}$/, 'three lower-case letters')),
  names: record(z.string(), z.tuple([z.unknown(), TEXT])),
  tags: list('a list of { name, description }', z.object(TAG)),
  securitySchemes: record(
    z.string(),
    whole(
      'an OpenAPI security scheme or a function that returns one',
      z.union([functionOf(), z.object({ type: z.enum(SCHEME_TYPES) })]),
    ),
  ),
  routes: texts('texts such as "GET /robots.txt"', /^[A-Z]+ \/\S*$/),
  secretPaths: texts('paths such as "/alerts/key/"', /^(\/[\w-]+)+\/$/),
  metrics: list('a list of metrics, each made with defineMetric()', z.unknown()),
  dashboard: list('a list of pages', z.unknown()),
  examples: record(z.string(), z.unknown()),
  models: list('models created with defineModel()', OBJECT),
  onAccountEnd: z.optional(functionOf()),
  onOrganizationEnd: z.optional(functionOf()),
  exportOf: z.optional(functionOf()),
} satisfies Record<keyof Feature, z.ZodMiniType>);

/** What tells pages apart. */
const PAGE_MEMBERS = ['path', 'title', 'script', undefined];
const PAGES =
  'a list of { path, title, script }: a path such as /alerts, and the file: URL of a script that exists';

/**
 * Checks a feature at run time, since third-party features may not be compiled against the types.
 * @param isOwn whether the feature is part of the service
 * @throws FeatureError that names the feature and what is expected
 */
export function checkFeature(feature: Feature, isOwn: boolean): void {
  if (!z.util.isObject(feature))
    throw new FeatureError(
      'A feature must be created with defineFeature(); this default export of a module was not.',
    );
  if (!FEATURE.shape.name.safeParse(feature.name).success)
    throw new FeatureError(
      `A feature has the name ${JSON.stringify(feature.name)}; expected kebab case, as in "severe-alerts".`,
    );
  const [fault] = faultsOf(feature, isOwn);
  if (fault) throw new FeatureError(`The feature "${feature.name}" has a wrong value: ${fault}.`);
}

function* faultsOf(feature: Feature, isOwn: boolean): Generator<string> {
  const fault = faultOf(FEATURE, feature, 'feature');
  if (fault) yield `${fault[0].join('.')} must be ${fault[1]}`;
  const { models = [], metrics = [], dashboard = [] } = feature;
  for (const fault of models.map(faultOfModel)) if (fault) yield fault;
  for (const entry of [...metrics.map(faultOfMetric), ...dashboard.map((page) => faultOfPage(page, isOwn))])
    if (entry) yield `${entry[0]} must be ${entry[1]}`;
}

/** Returns the member of a page that has an invalid value, and what is expected. */
function faultOfPage(page: unknown, isOwn: boolean): [place: string, expected: string] | undefined {
  const { path, script } = Object(page) as Record<string, unknown>;
  const members = isOwn && script === undefined ? COMPONENT_PAGE : DASHBOARD_PAGE;
  const fault = faultOf(z.strictObject(members), page, 'page');
  if (!fault) return undefined;
  const [[member], expected] = fault;
  return PAGE_MEMBERS.includes(member)
    ? ['dashboard', PAGES]
    : [`dashboard.${String(path)}.${member}`, expected];
}

function isMigration(value: unknown): boolean {
  return typeof value === 'function' && MIGRATION.test(value.name) && 'up' in (value.prototype as object);
}
