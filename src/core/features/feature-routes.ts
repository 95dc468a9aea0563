import { type DynamicModule, type ForwardReference, RequestMethod, type Type } from '@nestjs/common';
import { METHOD_METADATA, MODULE_METADATA, PATH_METADATA } from '@nestjs/common/constants.js';
import { MetadataScanner } from '@nestjs/core';
import type { Feature } from './feature.types.js';

/** The relevant parts of a module. A dynamic module adds to those of its class's decorator. */
interface ModuleParts {
  controllers: Type[];
  imports: unknown[];
}

/** A route and the controller method that handles it. */
export interface FeatureRoute {
  /** Such as `GET /v1/alerts/:`. */
  name: string;
  handler: object;
  controller: Type;
}

const METHODS = Object.values(RequestMethod).filter(
  (method) => typeof method === 'string' && method !== 'ALL',
);

/**
 * Returns the routes of a feature's module and of the modules it imports.
 * @param seen modules that don't count as this feature's: initially the main modules of all features. Those that are
 * counted here are added, since Nest registers a module once, however many import it.
 */
export function routesOf({ module }: Feature, seen: Set<unknown>): FeatureRoute[] {
  if (!module) return [];
  const controllers = new Set<Type>();
  const waiting: unknown[] = partsOf(module, controllers);
  while (waiting.length > 0) {
    const next = referredTo(waiting.pop());
    if (seen.has(next)) continue;
    seen.add(next);
    waiting.push(...partsOf(next, controllers));
  }
  return [...controllers].flatMap(routesOfController);
}

/** Returns the names of all routes of a feature, such as `GET /v1/alerts/:`. */
export function routeNamesOf(feature: Feature): string[] {
  return routesOf(feature, new Set()).map(({ name }) => name);
}

function referredTo(module: unknown): unknown {
  const { forwardRef } = Object(module) as Partial<ForwardReference<() => unknown>>;
  return forwardRef?.() ?? module;
}

/** Adds the module's controllers, and returns its imports. */
function partsOf(module: unknown, controllers: Set<Type>): unknown[] {
  const type = typeof module === 'function' ? module : (module as DynamicModule | undefined)?.module;
  // A promise of a module.
  if (typeof type !== 'function') return [];
  const parts = (key: keyof ModuleParts): unknown[] => [
    ...((Reflect.getMetadata(MODULE_METADATA[key.toUpperCase() as 'IMPORTS'], type) ?? []) as unknown[]),
    ...((module as Partial<ModuleParts>)[key] ?? []),
  ];
  for (const controller of parts('controllers')) controllers.add(controller as Type);
  return parts('imports');
}

function routesOfController(controller: Type): FeatureRoute[] {
  const { prototype } = controller as { prototype: Record<string, object> };
  const prefixes = pathsOf(controller);
  return new MetadataScanner().getAllMethodNames(prototype).flatMap((name) => {
    const handler = prototype[name];
    if (!Reflect.hasMetadata(METHOD_METADATA, handler)) return [];
    const method = RequestMethod[Reflect.getMetadata(METHOD_METADATA, handler) as RequestMethod];
    const paths = prefixes.flatMap((prefix) => pathsOf(handler).map((path) => joined(prefix, path)));
    return (method === 'ALL' ? METHODS : [method]).flatMap((each) =>
      paths.map((path) => ({ name: `${each} ${path}`, handler, controller })),
    );
  });
}

function pathsOf(decorated: object): string[] {
  return [(Reflect.getMetadata(PATH_METADATA, decorated) ?? '') as string | string[]].flat();
}

/** Drops parameter names, so that routes that differ only in them count as equal. */
function joined(...paths: string[]): string {
  const parts = paths.flatMap((path) => path.split('/')).filter((part) => part !== '');
  return `/${parts.map((part) => part.replace(/^:.*/, ':')).join('/')}`;
}
