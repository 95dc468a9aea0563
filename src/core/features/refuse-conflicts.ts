import {
  type EntityMetadata,
  EntitySchema,
  MetadataStorage,
  UnderscoreNamingStrategy,
} from '@mikro-orm/core';
import { dailyFormsOf } from '../../weather/metrics/index.js';
import type { Model } from '../../weather/models/index.js';
import { auditActionsOf } from './audit-actions.js';
import { FeatureError } from './feature-error.js';
import { routesOf } from './feature-routes.js';
import type { EntityType, Feature } from './feature.types.js';

/** @throws FeatureError that names the two features with the same claim */
export function refuseConflicts(features: readonly Feature[]): void {
  const modules = new Set<unknown>(features.flatMap(({ module }) => module ?? []));
  const owners = new Map<string, { feature: Feature; metric?: string }>();
  for (const feature of features)
    for (const [claim, metric] of [
      ...claimsOf(feature, modules).map((one) => [one]),
      ...ofMetrics(feature),
    ]) {
      const owner = owners.get(claim);
      const ofBoth = metric === undefined ? '' : `: the metrics ${owner?.metric} and ${metric} have it`;
      if (owner) throw new FeatureError(conflict(owner.feature, feature, claim).replace(/\.$/, `${ofBoth}.`));
      owners.set(claim, { feature, metric });
    }
}

/** Returns the claims of a feature's metrics, each with the metric's name. */
function ofMetrics({ metrics = [] }: Feature): [claim: string, metric: string][] {
  return metrics.flatMap((metric) => [
    // People use the names of metrics and these interchangeably, so an alias must not be another metric's name.
    [`the name ${metric.name.toLowerCase()} of a metric`, metric.name] as [string, string],
    ...(metric.otherNames ?? [])
      .filter((name) => name !== metric.name.toLowerCase())
      .map((name): [string, string] => [`the name ${name} of a metric`, metric.name]),
    ...dailyFormsOf(metric).map((value): [string, string] => [`the daily value ${value.name}`, metric.name]),
  ]);
}

function conflict(one: Feature, other: Feature, claim: string): string {
  if (one === other) return `The feature "${one.name}" claims ${claim} twice.`;
  if (one.name === other.name) return `Two features claim ${claim}.`;
  return `The features "${one.name}" and "${other.name}" both claim ${claim}.`;
}

function claimsOf(feature: Feature, modules: Set<unknown>): string[] {
  const {
    name,
    scopes = {},
    permissions = {},
    problems = {},
    events = {},
    settings = {},
    idPrefixes = {},
    tags = [],
    securitySchemes = {},
    metrics = [],
    dashboard = [],
    routes = [],
    examples = {},
    entities = [],
    schemas = [],
    models = [],
  } = feature;
  return [
    `the name ${name}`,
    ...Object.keys(scopes).map((scope) => `the scope ${scope}`),
    ...Object.keys(permissions).map((permission) => `the permission ${permission}`),
    ...Object.keys(problems).map((code) => `the problem ${code}`),
    ...auditActionsOf(feature).map(([action]) => `the audit action ${action}`),
    ...Object.keys(events).map((type) => `the event ${type}`),
    ...Object.keys(settings).map((name) => `the setting ${name}`),
    ...Object.values(idPrefixes).map((prefix) => `the ID prefix ${prefix}`),
    ...Object.keys(securitySchemes).map((name) => `the security scheme ${name}`),
    ...routesOf(feature, modules).map((route) => `the route ${route.name}`),
    ...routes.map((route) => `the route ${route}`),
    ...dashboard.map(({ path }) => `the route GET ${path}`),
    ...metrics.map((metric) => `the metric ${metric.name}`),
    ...models.flatMap(namesOfModel).map((name) => `the model ${name}`),
    ...tags.map((tag) => `the tag ${tag.name}`),
    ...Object.keys(examples).map((example) => `the example of ${example}`),
    ...entities.flatMap(claimsOfEntity),
    ...schemas.map((schema) => `the schema ${schema}`),
  ];
}

/** Requests to the Open-Meteo API can use any of the names. */
function namesOfModel({ name, openMeteoNames = [] }: Model): string[] {
  return [...new Set([name, ...openMeteoNames])];
}

/** Reads the metadata of one entity directly: ORM discovery would need all features together. */
function claimsOfEntity(entity: EntityType): string[] {
  const schema = entity instanceof EntitySchema ? entity : EntitySchema.REGISTRY.get(entity);
  const meta = (schema?.meta ?? Reflect.get(entity, MetadataStorage.META_SYMBOL)) as Partial<EntityMetadata>;
  const name = meta?.className ?? (entity as { name: string }).name;
  const claims = [`the entity ${name}`];
  // These have no table of their own.
  if (meta?.embeddable || meta?.abstract || meta?.extends) return claims;
  const table = meta?.tableName ?? new UnderscoreNamingStrategy().classToTableName(name);
  return [...claims, `the table ${meta?.schema === undefined ? '' : `${meta.schema}.`}${table}`];
}
