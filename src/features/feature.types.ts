import type { EntityClass, EntitySchema } from '@mikro-orm/core';
import type { Migration } from '@mikro-orm/migrations';
import type { DynamicModule, Type } from '@nestjs/common';
import type { Metric } from '../metrics/metric.types.js';
import type { Model } from '../models/model.js';
import type { ProblemDescription } from '../http/problems/problem-description.types.js';
import type { AuditAction, EventType, IdPrefix, ProblemCode, ScopeName } from './names.types.js';

/**
 * Who uses a scope: an API key, a client with its own credentials, or a personal access token of an account. A client has
 * the scopes of the first two.
 */
export const SCOPE_HOLDERS = ['key', 'client', 'token'] as const;
export type ScopeHolder = (typeof SCOPE_HOLDERS)[number];

export interface ScopeDescription {
  readonly title: string;
  readonly holders: readonly ScopeHolder[];
  /** Whether new clients have it. */
  readonly byDefault: boolean;
}

/** Something that happens and that callers are told of. */
export interface EventDescription {
  readonly title: string;
  /** When it is announced. */
  readonly description: string;
  /** What an event of the type has, as an example. */
  readonly example: Readonly<Record<string, unknown>>;
}

export interface TagDescription {
  readonly name: string;
  readonly description: string;
}

/** The icons to choose from, by their names at lucide.dev. */
export const PAGE_ICONS = [
  'activity',
  'bell',
  'boxes',
  'building-2',
  'chart-line',
  'cloud-sun',
  'house',
  'key-round',
  'map',
  'puzzle',
  'settings',
  'shield-check',
  'square-code',
  'table',
  'webhook',
] as const;
export type PageIcon = (typeof PAGE_ICONS)[number];

interface PageEntry {
  /** A puzzle piece where there is none. */
  readonly icon?: PageIcon;
  /** The lowest comes first, pages without one come last. Those of the service have 10, 20 and so on. */
  readonly order?: number;
  /** Whether only administrators see it there. What keeps others out are the guards of its routes. */
  readonly adminsOnly?: boolean;
  /** Whether it shows what belongs to the chosen organization: members whom that keeps out see why in its place. */
  readonly ofOrganization?: boolean;
}

/** A page of the dashboard, which its navigation lists. */
export interface DashboardPage extends PageEntry {
  /** One segment, such as `/alerts`. */
  readonly path: string;
  readonly title: string;
  /** A file with one ES module, whose default export fills the page: a `MountPage`. */
  readonly script: URL;
}

/**
 * A page without a script: the dashboard itself has a component for it, and a route (`dashboard/web/router.tsx`). So only
 * the service's own features have such pages.
 */
export interface ComponentPage extends PageEntry {
  /** Of any depth; `/clients/*` stands for all below `/clients`. */
  readonly path: string;
  /** One below another one, such as `/admin/mail`, is a tab of it. Without a title, it is not listed at all. */
  readonly title?: string;
  readonly script?: undefined;
}

/**
 * What the examples of bodies in the API reference have: by the name of a schema (`Alert`), by schema and member
 * (`Alert.id`), or by the name of a member wherever it occurs. What has an example of its own, or values to choose from,
 * needs none here.
 */
export type Examples = Readonly<Record<string, unknown>>;

export type EntityType = EntityClass | EntitySchema;
export type MigrationClass = new (...parameters: ConstructorParameters<typeof Migration>) => Migration;

/** A part of the application, and everything that it adds to the whole. */
export interface Feature {
  /** In kebab case. */
  readonly name: string;
  readonly module?: Type | DynamicModule;
  /** Their tables are backed up and restored. */
  readonly entities?: readonly EntityType[];
  /** Of the database, made by the migrations, with tables that are none of the entities': backed up and restored, too. */
  readonly schemas?: readonly string[];
  /** Patterns of files below `DATA_DIR` that are backed up and restored, such as `alerts/*.log`. */
  readonly dataFiles?: readonly string[];
  readonly migrations?: readonly MigrationClass[];
  readonly scopes?: Readonly<Partial<Record<ScopeName, ScopeDescription>>>;
  readonly problems?: Readonly<Partial<Record<ProblemCode, ProblemDescription>>>;
  /** With the titles that readers of the audit see. In a list, the names are the titles: "Alert created" for `alert.created`. */
  readonly auditActions?: readonly AuditAction[] | Readonly<Partial<Record<AuditAction, string>>>;
  /** What happens in the feature, and callers can be told of. */
  readonly events?: Readonly<Partial<Record<EventType, EventDescription>>>;
  /** The prefixes of ids, by what the ids are of, as texts name it: `{ alert: 'alr' }`. */
  readonly idPrefixes?: Readonly<Record<string, IdPrefix>>;
  /** The groups of routes in the API reference. */
  readonly tags?: readonly TagDescription[];
  /** What the application serves at the feature's request beside its module's controllers, such as `GET /robots.txt`. */
  readonly routes?: readonly string[];
  /** Below each, such as `/alerts/key/`, a path is a secret: it is taken out of the URL before anything reads that. */
  readonly secretPaths?: readonly string[];
  readonly metrics?: readonly Metric[];
  readonly dashboard?: readonly (DashboardPage | ComponentPage)[];
  readonly examples?: Examples;
  /** Weather models that runs can be taken of; `MODELS` says of which they are. */
  readonly models?: readonly Model[];
}
