import { faultOfMetric } from './check-metric.js';
import { faultOfPage } from './check-page.js';
import { faultOfModel } from '../models/check-model.js';
import { FeatureError } from './feature-error.js';
import { type Feature, SCOPE_HOLDERS } from './feature.types.js';
import { type Model } from '../models/model.js';

type Check = (value: unknown) => boolean;

const NAME = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;
const SCOPE = /^[a-z][a-z_-]*:[a-z][a-z_-]*$/;
const CODE = /^[a-z]+(_[a-z]+)*$/;
const ACTION = /^[a-z]+(_[a-z]+)*\.[a-z]+(_[a-z]+)*$/;
const PREFIX = /^[a-z]{3}$/;
const ROUTE = /^[A-Z]+ \/\S*$/;
const SCHEMA = /^(?!public$|pg_)[a-z][a-z0-9_]*$/;
const DATA_FILES = /^(?!\.{0,2}\/|.*\/\.\.(\/|$)).+$/;
const MIGRATION = /^Migration\d{14}$/;

const isText: Check = (value) => typeof value === 'string' && value.trim() !== '';
const isObject: Check = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);
const fits =
  (pattern: RegExp): Check =>
  (value) =>
    typeof value === 'string' && pattern.test(value);
const isStatus: Check = (value) => Number.isInteger(value) && Number(value) >= 400 && Number(value) <= 599;
const areHolders: Check = (value) =>
  Array.isArray(value) &&
  value.length > 0 &&
  value.every((holder) => SCOPE_HOLDERS.includes(holder as never));
const isEntity: Check = (value) => typeof value === 'function' || isObject(value);
const isMigration: Check = (value) =>
  typeof value === 'function' && MIGRATION.test(value.name) && 'up' in (value.prototype as object);

/**
 * Features of others need not be compiled against our types.
 * @param isOwn whether it is one of the service's own
 * @throws FeatureError that names the feature and what it has to be
 */
export function checkFeature(feature: Feature, isOwn: boolean): void {
  if (!isObject(feature))
    throw new FeatureError(
      'A feature must be created with defineFeature(); this default export of a module was not.',
    );
  const {
    name,
    module,
    entities,
    migrations,
    scopes,
    problems,
    auditActions,
    events,
    idPrefixes,
    tags,
    metrics,
    dashboard,
    routes,
    examples,
    schemas,
    dataFiles,
    models,
    ...others
  } = feature as Partial<Record<keyof Feature, unknown>>;
  if (!fits(NAME)(name))
    throw new FeatureError(
      `A feature has the name ${JSON.stringify(name)}; expected kebab case, as in "severe-alerts".`,
    );
  const expect = (isFine: boolean, what: string, expected: string) => {
    if (!isFine)
      throw new FeatureError(`The feature "${String(name)}" has a wrong value: ${what} must be ${expected}.`);
  };
  const [unknown] = Object.keys(others);
  expect(unknown === undefined, String(unknown), 'left out: a feature has no such member');
  expect(module === undefined || isEntity(module), 'module', 'a Nest module');
  each(entities, 'entities', isEntity, 'MikroORM entities');
  each(routes, 'routes', fits(ROUTE), 'texts such as "GET /robots.txt"');
  each(schemas, 'schemas', fits(SCHEMA), 'names of schemas such as "alerts"');
  each(dataFiles, 'dataFiles', fits(DATA_FILES), 'patterns of files below DATA_DIR such as "alerts/*.log"');
  expect(examples === undefined || isObject(examples), 'examples', 'an object');
  each(
    migrations,
    'migrations',
    isMigration,
    'MikroORM migrations with names such as Migration20261201120000',
  );
  if (Array.isArray(auditActions))
    each(auditActions, 'auditActions', fits(ACTION), 'texts such as "alert.created"');
  else
    record(auditActions, 'auditActions', (action, title) => {
      expect(fits(ACTION)(action), `auditActions.${action}`, 'named as in "alert.created"');
      expect(isText(title), `auditActions.${action}`, 'a text');
    });
  record(idPrefixes, 'idPrefixes', (noun, prefix) => {
    expect(isText(noun) && fits(PREFIX)(prefix), `idPrefixes.${noun}`, 'three lower-case letters');
  });
  record(events, 'events', (type, { title, description, example }) => {
    expect(fits(ACTION)(type), `events.${type}`, 'named as in "alert.created"');
    expect(isText(title), `events.${type}.title`, 'a text');
    expect(isText(description), `events.${type}.description`, 'a text');
    expect(isObject(example), `events.${type}.example`, 'an object');
  });
  record(scopes, 'scopes', (scope, { title, holders, byDefault }) => {
    expect(fits(SCOPE)(scope), `scopes.${scope}`, 'named as in "alerts:read"');
    expect(isText(title), `scopes.${scope}.title`, 'a text');
    expect(areHolders(holders), `scopes.${scope}.holders`, `a list out of ${SCOPE_HOLDERS.join(', ')}`);
    expect(typeof byDefault === 'boolean', `scopes.${scope}.byDefault`, 'true or false');
  });
  record(problems, 'problems', (code, { status, title, help }) => {
    expect(fits(CODE)(code), `problems.${code}`, 'named in snake case, as in "too_many_alerts"');
    expect(isStatus(status), `problems.${code}.status`, 'an HTTP status from 400 to 599');
    expect(isText(title), `problems.${code}.title`, 'a text');
    expect(isText(help), `problems.${code}.help`, 'a text');
  });
  each(models, 'models', isObject, 'models created with defineModel()');
  for (const model of (models ?? []) as Model[]) {
    const fault = faultOfModel(model);
    if (fault) throw new FeatureError(`The feature "${name as string}" has a wrong value: ${fault}.`);
  }
  each(tags, 'tags', isTag, 'a list of { name, description }');
  each(metrics, 'metrics', () => true, 'a list of metrics, each made with defineMetric()');
  for (const metric of (metrics ?? []) as unknown[]) {
    const [member, expected] = faultOfMetric(metric) ?? [];
    if (member !== undefined) expect(false, member, expected!);
  }
  each(dashboard, 'dashboard', () => true, 'a list of pages');
  for (const page of (dashboard ?? []) as unknown[]) {
    const [member, expected] = faultOfPage(page, isOwn) ?? [];
    if (member !== undefined) expect(false, member, expected!);
  }

  function each(list: unknown, what: string, check: Check, expected: string): void {
    expect(list === undefined || (Array.isArray(list) && list.every(check)), what, expected);
  }

  function record(value: unknown, what: string, check: (key: string, entry: never) => void): void {
    expect(value === undefined || isObject(value), what, 'an object');
    for (const [key, entry] of Object.entries(value ?? {})) check(key, (entry ?? {}) as never);
  }
}

const isTag: Check = (value) => {
  const { name, description } = (value ?? {}) as Record<string, unknown>;
  return isText(name) && isText(description);
};
