import type { EntityClass, FilterQuery } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { HookContext } from '../features/hook-context.types.js';

/** What bounds the rows of a table. */
export interface Bounds<T extends object> {
  /** Selects rows that have ended. */
  readonly ended?: (now: Date, context: HookContext) => FilterQuery<T>;
  /** Keeps rows while a row of any table refers to them. */
  readonly unlessReferred?: boolean;
  /** The oldest of too many rows are deleted. */
  readonly most?: readonly MostRows<T>[];
}

export interface MostRows<T extends object> {
  readonly rows: number;
  /** How many more are let be until the oldest are deleted down to `rows`; by default none. */
  readonly slack?: number;
  /** Whose rows are counted together, such as `account`; by default all rows. */
  readonly of?: keyof T & string;
  /** By this, the first rows are the oldest. */
  readonly by: keyof T & string;
  /** Selects the rows that may be deleted; by default all. */
  readonly where?: (now: Date) => FilterQuery<T>;
  /** Called in the transaction that deletes rows. */
  readonly onDelete?: (
    em: EntityManager,
    deleted: { owner: string; rows: number },
    context: HookContext,
  ) => void;
}

export interface Retention extends Bounds<object> {
  readonly entity: EntityClass<object>;
}

/** Bounds a table: the service deletes what is beyond, every ten minutes. */
export function retain<T extends object>(entity: EntityClass<T>, bounds: Bounds<T>): Retention {
  return { entity, ...bounds } as unknown as Retention;
}
