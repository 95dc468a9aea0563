import type { DynamicModule, Type } from '@nestjs/common';
import type { DeclaredNames } from '../http/declared-names.js';
import type { Model } from '../../weather/models/index.js';
import type { DeclaredSetting } from '../config/feature-setting.types.js';
import { ProblemCatalogue } from '../http/problems/problem-catalogue.js';
import { MetricCatalogue, dailyFormsOf } from '../../weather/metrics/index.js';
import { auditActionsOf, titleFromName } from './audit-actions.js';
import { checkTokenScopes } from './check-token-scopes.js';
import { FeatureError } from './feature-error.js';
import {
  type ComponentPage,
  type DashboardPage,
  type EntityType,
  type EventDescription,
  type Examples,
  type Feature,
  type MigrationClass,
  type PermissionDescription,
  type ScopeDescription,
  type ScopeHolder,
  type SecurityScheme,
  type TagDescription,
} from './feature.types.js';
import type { AuditAction, EventType, IdPrefix, PermissionName, ScopeName } from './names.types.js';
import { refuseConflicts } from './refuse-conflicts.js';
import type { Retention } from '../retention/retention.js';
import { settingsOf } from './settings-of.js';

/** A client has scopes for itself and for its keys. */
export const CLIENT_HOLDERS: readonly ScopeHolder[] = ['key', 'client'];

export interface Scope extends ScopeDescription {
  readonly name: ScopeName;
}

export interface DescribedEvent extends EventDescription {
  readonly type: EventType;
}

/** A migration with the name under which the database records it. */
export interface NamedMigration {
  readonly name: string;
  readonly class: MigrationClass;
}

/**
 * All features of an application, built-in and third-party. Applications in one process may have different sets, so
 * everything that concerns all features goes through this class.
 */
export class FeatureSet {
  readonly features: readonly Feature[];
  readonly problems: ProblemCatalogue;
  readonly scopes: readonly Scope[];
  readonly permissions: ReadonlyMap<PermissionName, PermissionDescription>;
  /** Titles by action. */
  readonly auditActions: ReadonlyMap<AuditAction, string>;
  readonly events: readonly DescribedEvent[];
  readonly settings: readonly DeclaredSetting[];
  /** What an ID with the prefix identifies. */
  readonly idPrefixes: ReadonlyMap<IdPrefix, string>;
  readonly names: ReadonlyMap<string, readonly [entity: EntityType, property: string]>;
  readonly tags: readonly TagDescription[];
  readonly securitySchemes: Readonly<Record<string, SecurityScheme>>;
  readonly examples: Examples;
  /** In the order of the dashboard's navigation. */
  readonly pages: readonly (DashboardPage | ComponentPage)[];
  readonly metrics: MetricCatalogue;
  /** In the order of the features. */
  readonly models: readonly Model[];
  readonly entities: EntityType[];
  readonly secretPaths: readonly string[];
  readonly schemas: readonly string[];
  readonly retention: readonly Retention[];
  readonly dataFiles: readonly string[];
  /** Ordered by the timestamps in their names, across features. */
  readonly migrations: readonly NamedMigration[];

  readonly #own: ReadonlySet<string>;

  /** @throws FeatureError if two features claim the same name, or one refers to what no feature has */
  constructor(own: readonly Feature[], others: readonly Feature[] = []) {
    const features = [...own, ...others];
    refuseConflicts(features);
    this.features = features;
    this.#own = new Set(own.map(({ name }) => name));
    this.problems = new ProblemCatalogue(features.flatMap(({ problems }) => Object.entries(problems ?? {})));
    this.scopes = features.flatMap(({ scopes }) =>
      Object.entries(scopes ?? {}).map(([name, scope]) => ({ name: name as ScopeName, ...scope })),
    );
    this.permissions = new Map(
      features.flatMap(({ permissions }) => Object.entries(permissions ?? {})) as [
        PermissionName,
        PermissionDescription,
      ][],
    );
    checkTokenScopes(features, this.scopesOf('token'));
    this.auditActions = new Map(features.flatMap(auditActionsOf));
    this.events = features.flatMap(({ events }) =>
      Object.entries(events ?? {}).map(([type, event]) => ({ type: type as EventType, ...event })),
    );
    this.settings = settingsOf(features);
    this.idPrefixes = new Map(
      features.flatMap(({ idPrefixes }) =>
        Object.entries(idPrefixes ?? {}).map(([noun, prefix]) => [prefix, noun] as const),
      ),
    );
    this.names = new Map(features.flatMap(({ names }) => Object.entries(names ?? {})));
    this.tags = features.flatMap(({ tags }) => tags ?? []);
    this.securitySchemes = Object.assign(
      {},
      ...features.map(({ securitySchemes }) => securitySchemes),
    ) as Record<string, SecurityScheme>;
    this.examples = Object.assign({}, ...features.map(({ examples }) => examples)) as Examples;
    this.pages = features
      .flatMap(({ dashboard }) => dashboard ?? [])
      .sort(({ order: one = Infinity }, { order: other = Infinity }) => (one === other ? 0 : one - other));
    this.metrics = new MetricCatalogue(features.flatMap(({ metrics }) => metrics ?? []));
    features.forEach((feature) => this.requireKnownMetrics(feature));
    this.models = features.flatMap(({ models }) => models ?? []);
    this.entities = features.flatMap(({ entities }) => entities ?? []);
    this.secretPaths = features.flatMap(({ secretPaths }) => secretPaths ?? []);
    this.schemas = features.flatMap(({ schemas }) => schemas ?? []);
    this.retention = features.flatMap(({ retention }) => retention ?? []);
    this.dataFiles = features.flatMap(({ dataFiles }) => dataFiles ?? []);
    this.migrations = features
      .flatMap(migrationsOf)
      .sort((one, two) => (one.class.name < two.class.name ? -1 : one.class.name > two.class.name ? 1 : 0));
  }

  get modules(): (Type | DynamicModule)[] {
    return this.features.flatMap(({ module }) => module ?? []);
  }

  /** Whether the feature is built into the service. */
  isOwn(name: string): boolean {
    return this.#own.has(name);
  }

  /** Returns the displayed title of an audit action, even if its feature is no longer present. */
  titleOfAuditAction(action: AuditAction): string {
    return this.auditActions.get(action) ?? titleFromName(action);
  }

  /** Returns the scopes that any of the holders may have. */
  scopesOf(...any: ScopeHolder[]): ScopeName[] {
    return this.scopes
      .filter(({ holders }) => any.some((one) => holders.includes(one)))
      .map(({ name }) => name);
  }

  /** Scopes that clients can have, for themselves and for their keys. */
  get clientScopes(): ScopeName[] {
    return this.scopesOf(...CLIENT_HOLDERS);
  }

  get defaultScopes(): ScopeName[] {
    const defaults = this.scopes.filter(({ byDefault }) => byDefault).map(({ name }) => name);
    return defaults.filter((name) => this.clientScopes.includes(name));
  }

  /** @throws FeatureError if a metric of the feature refers to an unknown metric */
  private requireKnownMetrics({ name, metrics = [] }: Feature): void {
    for (const metric of metrics)
      for (const { everyHourOf } of dailyFormsOf(metric))
        if (everyHourOf !== undefined && !this.metrics.names.includes(everyHourOf))
          throw new FeatureError(
            `The feature "${name}" has a wrong value: metrics.${metric.name}.daily must be of metrics that there are; everyHourOf names "${everyHourOf}".`,
          );
  }

  get declaredNames(): DeclaredNames {
    const names = (models: readonly Model[]) => [...models.map(({ name }) => name), 'climatology'];
    return {
      RequestedSource: ['auto', ...names(this.models.filter(({ ensemble }) => !ensemble))],
      AnswerSource: names(this.models),
      MetricName: this.metrics.names,
      MetricGroup: this.metrics.groups,
      ScopeName: this.scopes.map(({ name }) => name),
      ClientScope: this.clientScopes,
      KeyScope: this.scopesOf('key'),
      TokenScope: this.scopesOf('token'),
      OrganizationPermission: [...this.permissions.keys()],
      AuditAction: [...this.auditActions.keys()],
      EventType: this.events.map(({ type }) => type),
      ProblemCode: this.problems.codes,
    };
  }
}

function migrationsOf({ name, migrations = [] }: Feature): NamedMigration[] {
  return migrations.map((migration) => ({ name: `${name}/${migration.name}`, class: migration }));
}
