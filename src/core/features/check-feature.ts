import { faultOfPage } from './check-page.js';
import { SETTING_KINDS } from '../config/feature-setting.types.js';
import { faultOfMetric, faultOfModel } from '../../weather/checks/index.js';
import { FeatureError } from './feature-error.js';
import { type Feature, ORGANIZATION_ROLES, SCOPE_HOLDERS } from './feature.types.js';

type Check = (value: unknown) => boolean;
type Fault = readonly [place: string, expected: string];
/** The path of an entry's value within the entry, its check, and what is expected. */
type EntryCheck = readonly [
  place: string,
  isFine: (value: unknown, key: string) => boolean,
  expected: string,
];

const NAME = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;
const SCOPE = /^[a-z][a-z0-9_-]*:[a-z][a-z0-9_-]*$/;
const PERMISSION = /^[a-z][a-z0-9_-]*[.:][a-z][a-z0-9_-]*$/;
const CODE = /^[a-z][a-z0-9]*(_[a-z0-9]+)*$/;
const ACTION = /^[a-z][a-z0-9]*(_[a-z0-9]+)*\.[a-z][a-z0-9]*(_[a-z0-9]+)*$/;
const PREFIX = /^[a-z]{3}$/;
const ROUTE = /^[A-Z]+ \/\S*$/;
const SECRET_PATH = /^(\/[\w-]+)+\/$/;
const SCHEMA = /^(?!public$|pg_)[a-z][a-z0-9_]*$/;
const SETTING = /^[A-Z][A-Z0-9]*(_[A-Z0-9]+)*$/;
const SCHEME_TYPES = ['apiKey', 'http', 'mutualTLS', 'oauth2', 'openIdConnect'];
const DATA_FILES = /^(?!\.{0,2}\/|.*\/\.\.(\/|$)).+$/;
/** MikroORM's naming scheme, also with `--name`. */
const MIGRATION = /^Migration\d{14}(_[$\p{ID_Continue}]+)?$/u;

const isText: Check = (value) => typeof value === 'string' && value.trim() !== '';
const isObject: Check = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);
const isBoolean: Check = (value) => typeof value === 'boolean';
const isOptionalBoolean: Check = (value) => value === undefined || isBoolean(value);
const isAnything: Check = () => true;
const fits =
  (pattern: RegExp): Check =>
  (value) =>
    typeof value === 'string' && pattern.test(value);
const isStatus: Check = (value) => Number.isInteger(value) && Number(value) >= 400 && Number(value) <= 599;
const isSecurityScheme: Check = (value) =>
  typeof value === 'function' || SCHEME_TYPES.includes((Object(value) as { type: string }).type);
const areHolders: Check = (value) =>
  Array.isArray(value) &&
  value.length > 0 &&
  value.every((holder) => SCOPE_HOLDERS.includes(holder as never));
const DEFAULTS: Partial<Record<string, string>> = { integer: 'number', switch: 'boolean' };
/** Whether the rest of a setting fits its kind. */
const isSetting: Check = (value) => {
  const { kind, default: byDefault, choices } = Object(value) as Record<string, unknown>;
  if (kind === 'choice' && !(Array.isArray(choices) && choices.length > 0 && choices.every(isText)))
    return false;
  if (byDefault === undefined) return true;
  return (
    typeof byDefault === (DEFAULTS[String(kind)] ?? 'string') &&
    (choices as unknown[] | undefined)?.includes(byDefault) !== false
  );
};
const areRoles: Check = (value) =>
  Array.isArray(value) && value.every((role) => ORGANIZATION_ROLES.includes(role as never));
const isEntity: Check = (value) => typeof value === 'function' || isObject(value);
const isMigration: Check = (value) =>
  typeof value === 'function' && MIGRATION.test(value.name) && 'up' in (value.prototype as object);
const isTag: Check = (value) => {
  const { name, description } = Object(value) as Record<string, unknown>;
  return isText(name) && isText(description);
};
const key = (pattern: RegExp, expected: string): EntryCheck => [
  '',
  (_, name) => pattern.test(name),
  expected,
];
const text = (place: string): EntryCheck => [place, isText, 'a text'];

const LISTS: Readonly<Partial<Record<keyof Feature, readonly [Check, string]>>> = {
  entities: [isEntity, 'MikroORM entities'],
  routes: [fits(ROUTE), 'texts such as "GET /robots.txt"'],
  secretPaths: [fits(SECRET_PATH), 'paths such as "/alerts/key/"'],
  schemas: [fits(SCHEMA), 'names of schemas such as "alerts"'],
  retention: [isObject, 'bounds of tables made with retain()'],
  dataFiles: [fits(DATA_FILES), 'patterns of files below DATA_DIR such as "alerts/*.log"'],
  migrations: [isMigration, 'MikroORM migrations with names such as Migration20261201120000'],
  models: [isObject, 'models created with defineModel()'],
  tags: [isTag, 'a list of { name, description }'],
  metrics: [isAnything, 'a list of metrics, each made with defineMetric()'],
  dashboard: [isAnything, 'a list of pages'],
};

const RECORDS: Readonly<Partial<Record<keyof Feature, readonly EntryCheck[]>>> = {
  examples: [],
  securitySchemes: [['', isSecurityScheme, 'an OpenAPI security scheme or a function that returns one']],
  auditActions: [key(ACTION, 'named as in "alert.created"'), text('')],
  idPrefixes: [['', (prefix, noun) => isText(noun) && fits(PREFIX)(prefix), 'three lower-case letters']],
  settings: [
    key(SETTING, 'named as in "TIDES_URL"'),
    ['kind', (kind) => SETTING_KINDS.includes(kind as never), `one of ${SETTING_KINDS.join(', ')}`],
    text('description'),
    ['', isSetting, 'a setting whose default fits its kind, with "choices" for a choice'],
  ],
  events: [
    key(ACTION, 'named as in "alert.created"'),
    text('title'),
    text('description'),
    ['example', isObject, 'an object'],
  ],
  scopes: [
    key(SCOPE, 'named as in "alerts:read"'),
    text('title'),
    ['holders', areHolders, `a list out of ${SCOPE_HOLDERS.join(', ')}`],
    ['byDefault', isBoolean, 'true or false'],
  ],
  permissions: [
    key(PERMISSION, 'named as in "alerts:manage"'),
    text('title'),
    ['roles', areRoles, `a list out of ${ORGANIZATION_ROLES.join(', ')}`],
    ['administrators', isOptionalBoolean, 'true or false'],
  ],
  problems: [
    key(CODE, 'named in snake case, as in "too_many_alerts"'),
    ['status', isStatus, 'an HTTP status from 400 to 599'],
    text('title'),
    text('help'),
  ],
};

const HOOKS = ['onAccountEnd', 'onOrganizationEnd', 'exportOf'] as const satisfies (keyof Feature)[];

const MEMBERS: readonly string[] = [
  ...['name', 'module'],
  ...Object.keys(LISTS),
  ...Object.keys(RECORDS),
  ...HOOKS,
];

/**
 * Checks a feature at run time, since third-party features may not be compiled against the types.
 * @param isOwn whether the feature is part of the service
 * @throws FeatureError that names the feature and what is expected
 */
export function checkFeature(feature: Feature, isOwn: boolean): void {
  if (!isObject(feature))
    throw new FeatureError(
      'A feature must be created with defineFeature(); this default export of a module was not.',
    );
  if (!fits(NAME)(feature.name))
    throw new FeatureError(
      `A feature has the name ${JSON.stringify(feature.name)}; expected kebab case, as in "severe-alerts".`,
    );
  for (const [place, expected] of faultsOf(feature, isOwn))
    throw new FeatureError(`The feature "${feature.name}" has a wrong value: ${place} must be ${expected}.`);
}

function* faultsOf(feature: Feature, isOwn: boolean): Generator<Fault> {
  for (const member of Object.keys(feature))
    if (!MEMBERS.includes(member)) yield [member, 'left out: a feature has no such member'];
  const { module, models = [], metrics = [], dashboard = [] } = feature;
  if (module !== undefined && !isEntity(module)) yield ['module', 'a Nest module'];
  for (const [member, [check, expected]] of Object.entries(LISTS)) {
    const list = feature[member as keyof Feature];
    if (list !== undefined && !isListOf(list, check)) yield [member, expected];
  }
  for (const [member, checks] of Object.entries(RECORDS)) {
    const record = feature[member as keyof Feature];
    if (member === 'auditActions' && Array.isArray(record)) {
      if (!record.every(fits(ACTION))) yield [member, 'texts such as "alert.created"'];
    } else if (record !== undefined) yield* faultsOfRecord(member, record, checks);
  }
  for (const hook of HOOKS)
    if (feature[hook] !== undefined && typeof feature[hook] !== 'function') yield [hook, 'a function'];
  for (const model of models) {
    const fault = faultOfModel(model);
    if (fault) throw new FeatureError(`The feature "${feature.name}" has a wrong value: ${fault}.`);
  }
  for (const entry of [...metrics.map(faultOfMetric), ...dashboard.map((page) => faultOfPage(page, isOwn))])
    if (entry) yield entry;
}

function* faultsOfRecord(member: string, record: unknown, checks: readonly EntryCheck[]): Generator<Fault> {
  if (!isObject(record)) yield [member, 'an object'];
  for (const [name, entry] of Object.entries(record as object))
    for (const [place, isFine, expected] of checks) {
      const value = place === '' ? (entry as unknown) : (Object(entry) as Record<string, unknown>)[place];
      const path = [member, name, place].filter(Boolean).join('.');
      if (!isFine(value, name)) yield [path, expected];
    }
}

function isListOf(list: unknown, check: Check): boolean {
  return Array.isArray(list) && list.every(check);
}
