import type { EntityClass, EntitySchema } from '@mikro-orm/core';
import type { Migration } from '@mikro-orm/migrations';
import type { DynamicModule, Type } from '@nestjs/common';
import type { ProblemDescription } from '../http/problems/problem-description.types.js';
import type { AuditAction, IdPrefix, ProblemCode, ScopeName } from './names.types.js';

/** Who uses a scope: an API key, or a client with its own credentials. A client has the scopes of both. */
export const SCOPE_HOLDERS = ['key', 'client'] as const;
export type ScopeHolder = (typeof SCOPE_HOLDERS)[number];

export interface ScopeDescription {
  readonly title: string;
  readonly holders: readonly ScopeHolder[];
  /** Whether new clients have it. */
  readonly byDefault: boolean;
}

export interface TagDescription {
  readonly name: string;
  readonly description: string;
}

/** A page of the dashboard, which its navigation lists. */
export interface DashboardPage {
  /** One segment, such as `/alerts`. */
  readonly path: string;
  readonly title: string;
  /** A file with one ES module, whose default export fills the page: a `MountPage`. */
  readonly script: URL;
}

export type EntityType = EntityClass | EntitySchema;
export type MigrationClass = new (...parameters: ConstructorParameters<typeof Migration>) => Migration;

/** A part of the application, and everything that it adds to the whole. */
export interface Feature {
  /** In kebab case. */
  readonly name: string;
  readonly module?: Type | DynamicModule;
  /** Their tables are backed up and restored. */
  readonly entities?: readonly EntityType[];
  readonly migrations?: readonly MigrationClass[];
  readonly scopes?: Readonly<Partial<Record<ScopeName, ScopeDescription>>>;
  readonly problems?: Readonly<Partial<Record<ProblemCode, ProblemDescription>>>;
  readonly auditActions?: readonly AuditAction[];
  /** The prefixes of ids, by what the ids are of, as texts name it: `{ alert: 'alr' }`. */
  readonly idPrefixes?: Readonly<Record<string, IdPrefix>>;
  /** The groups of routes in the API reference. */
  readonly tags?: readonly TagDescription[];
  readonly dashboard?: readonly DashboardPage[];
}
