import type { EntityClass, EntitySchema } from '@mikro-orm/core';
import type { Migration } from '@mikro-orm/migrations';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { DynamicModule, Type } from '@nestjs/common';
import type { DocumentBuilder } from '@nestjs/swagger';
import type { Members } from '../../weather/checks/index.js';
import type { Metric } from '../../weather/metrics/index.js';
import type { Model } from '../../weather/models/index.js';
import type { SettingFor } from '../config/feature-setting.types.js';
import type { ProblemDescription } from '../http/problems/problem-description.types.js';
import type { COMPONENT_PAGE, DASHBOARD_PAGE, EVENT, PERMISSION, SCOPE, TAG } from './feature.schema.js';
import type {
  AuditAction,
  EventType,
  IdPrefix,
  Owners,
  PermissionName,
  ProblemCode,
  ScopeName,
  Settings,
} from './names.types.js';
import type { HookContext } from './hook-context.types.js';
import type { Retention } from '../retention/retention.js';

export type * from './feature-choices.js';
export type ScopeDescription = Readonly<Members<typeof SCOPE>>;
export type PermissionDescription = Readonly<Members<typeof PERMISSION>>;
export type EventDescription = Readonly<Members<typeof EVENT>>;
export type TagDescription = Readonly<Members<typeof TAG>>;
export type DashboardPage = Readonly<Members<typeof DASHBOARD_PAGE>>;
export type ComponentPage = Readonly<Members<typeof COMPONENT_PAGE>>;

type SecuritySchemeObject = Parameters<DocumentBuilder['addSecurity']>[1];
/** An OpenAPI security scheme, or a function that returns it for the public URL of the service. */
export type SecurityScheme = SecuritySchemeObject | ((publicUrl: string) => SecuritySchemeObject);

/**
 * Example values for bodies in the API reference, keyed by schema (`Alert`), by schema and member (`Alert.id`), or by
 * member name anywhere. Members with an `example` of their own or an enum need none here.
 */
export type Examples = Readonly<Record<string, unknown>>;

export type EntityType = EntityClass | EntitySchema;
export type MigrationClass = new (...parameters: ConstructorParameters<typeof Migration>) => Migration;

export interface OrganizationEnd extends HookContext {
  /**
   * All organizations that end in this transaction, with the hook's own among them. If something else locks rows of several
   * organizations at once, lock those of all of these before changing any, in the same order.
   */
  readonly together: readonly Owners['organization'][];
}

/** Lists by name, in snake case. They can be read part by part: each in an entity manager of its own. */
export type ExportedLists = Readonly<Record<string, Iterable<object> | AsyncIterable<object>>>;

/** A part of the application, with everything it contributes. */
export interface Feature {
  /** In kebab case. */
  readonly name: string;
  readonly module?: Type | DynamicModule;
  /** Their tables are included in backups. */
  readonly entities?: readonly EntityType[];
  /** Database schemas created by the migrations, for tables without entities. Included in backups. */
  readonly schemas?: readonly string[];
  /** What bounds the rows of its tables, each made with `retain`. */
  readonly retention?: readonly Retention[];
  /** Patterns of files below `DATA_DIR` to include in backups, such as `alerts/*.log`. */
  readonly dataFiles?: readonly string[];
  readonly migrations?: readonly MigrationClass[];
  readonly scopes?: Readonly<Partial<Record<ScopeName, ScopeDescription>>>;
  /** Added to what the roles of organizations allow: `{ 'tides:manage': { title, roles: ['owner', 'admin'] } }`. */
  readonly permissions?: Readonly<Partial<Record<PermissionName, PermissionDescription>>>;
  readonly problems?: Readonly<Partial<Record<ProblemCode, ProblemDescription>>>;
  /**
   * Audit actions with their displayed titles. In a list, titles are derived from the names: "Alert created" for
   * `alert.created`.
   */
  readonly auditActions?: readonly AuditAction[] | Readonly<Partial<Record<AuditAction, string>>>;
  /** Environment variables, checked and listed with those of the service. `FeatureSettings` has their values. */
  readonly settings?: { readonly [Name in keyof Settings]?: SettingFor<Settings[Name]> };
  /** Events that the feature publishes and that callers can subscribe to. */
  readonly events?: Readonly<Partial<Record<EventType, EventDescription>>>;
  /** ID prefixes, by the noun that texts use for the object: `{ alert: 'alr' }`. */
  readonly idPrefixes?: Readonly<Record<string, IdPrefix>>;
  /** Where the names of objects are, by their ID prefix, for people who read the audit trail: `{ alr: [Alert, 'name'] }`. */
  readonly names?: Readonly<Record<string, readonly [entity: EntityType, property: string]>>;
  /** Groups of routes in the API reference. */
  readonly tags?: readonly TagDescription[];
  /** How the feature's routes authenticate callers, by the names used in `@ApiSecurity()` and similar decorators. */
  readonly securitySchemes?: Readonly<Record<string, SecurityScheme>>;
  /** Routes served for the feature besides those of its module's controllers, such as `GET /robots.txt`. */
  readonly routes?: readonly string[];
  /**
   * Path prefixes, such as `/alerts/key/`, that are followed by a secret, which is removed from the URL before anything
   * reads it.
   */
  readonly secretPaths?: readonly string[];
  readonly metrics?: readonly Metric[];
  readonly dashboard?: readonly (DashboardPage | ComponentPage)[];
  readonly examples?: Examples;
  /** Weather models whose runs can be ingested. `MODELS` selects among them. */
  readonly models?: readonly Model[];
  /** Called in the transaction that deletes an account: deletes the feature's rows about it. */
  onAccountEnd?(
    this: void,
    em: EntityManager,
    account: Owners['account'],
    context: HookContext,
  ): Promise<void>;
  /** Called in the transaction that deletes an organization: deletes the feature's rows about it. */
  onOrganizationEnd?(
    this: void,
    em: EntityManager,
    organization: Owners['organization'],
    context: OrganizationEnd,
  ): Promise<void>;
  /** Returns what the feature stores about an account, for the file that its owner can download. */
  exportOf?(
    this: void,
    em: EntityManager,
    account: Owners['account'],
    context: HookContext,
  ): ExportedLists | Promise<ExportedLists>;
}
