import { type DynamicModule, RequestMethod, type Type } from '@nestjs/common';
import { METHOD_METADATA, MODULE_METADATA, PATH_METADATA } from '@nestjs/common/constants.js';
import type { Feature } from './feature.types.js';

/** What of a module matters here; a dynamic one adds to what its class is decorated with. */
interface ModuleParts {
  controllers: Type[];
  imports: unknown[];
}

/** A route, and the method of a controller that it calls. */
export interface FeatureRoute {
  /** Such as `GET /v1/alerts/:`. */
  name: string;
  handler: object;
  controller: Type;
}

/**
 * The routes of a feature's module and of those that it imports.
 * @param others the modules of all features: what they have is not this one's, wherever they are imported
 */
export function routesOf({ module }: Feature, others: ReadonlySet<unknown>): FeatureRoute[] {
  if (!module) return [];
  const controllers = new Set<Type>();
  const seen = new Set<unknown>(others);
  const waiting: unknown[] = partsOf(module, controllers);
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (seen.has(next)) continue;
    seen.add(next);
    waiting.push(...partsOf(next, controllers));
  }
  return [...controllers].flatMap(routesOfController);
}

/** Adds the module's controllers, and answers what it imports. */
function partsOf(module: unknown, controllers: Set<Type>): unknown[] {
  const type = typeof module === 'function' ? module : (module as DynamicModule).module;
  // A promise of a module or a reference forward.
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
  return Object.getOwnPropertyNames(prototype).flatMap((name) => {
    const handler = Object.getOwnPropertyDescriptor(prototype, name)?.value as unknown;
    if (typeof handler !== 'function' || !Reflect.hasMetadata(METHOD_METADATA, handler)) return [];
    const method = RequestMethod[Reflect.getMetadata(METHOD_METADATA, handler) as RequestMethod];
    return prefixes.flatMap((prefix) =>
      pathsOf(handler).map((path) => ({ name: `${method} ${joined(prefix, path)}`, handler, controller })),
    );
  });
}

function pathsOf(decorated: object): string[] {
  return [(Reflect.getMetadata(PATH_METADATA, decorated) ?? '') as string | string[]].flat();
}

/** Parameters are the same whatever their names. */
function joined(...paths: string[]): string {
  const parts = paths.flatMap((path) => path.split('/')).filter((part) => part !== '');
  return `/${parts.map((part) => part.replace(/^:.*/, ':')).join('/')}`;
}
