import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type TestApp } from './test-app.js';

export interface RegisteredRoute {
  method: string;
  /** With `:name` and `*` for parameters. */
  path: string;
}

const LEVEL_WIDTH = 4;

/** Returns every route of the router, including those that bypass Nest, parsed from Fastify's printed route tree. */
export function registeredRoutes({ app }: TestApp): RegisteredRoute[] {
  const tree = app.getHttpAdapter().getInstance().printRoutes({ commonPrefix: true });
  const ancestors: string[] = [];
  return tree
    .split('\n')
    .filter((line) => line.trim() !== '')
    .flatMap((line) => {
      const [, indentation, segment, methods = ''] = /^([│├└─ ]*)(.*?)(?: \(([A-Z, ]+)\))?$/.exec(line)!;
      const level = indentation.length / LEVEL_WIDTH;
      ancestors.splice(level - 1, Infinity, segment);
      const path = ancestors.join('').replace(/^\(empty root node\)/, '');
      return methods === '' ? [] : methods.split(', ').map((method) => ({ method, path }));
    });
}

const DASHBOARD_FILES = fileURLToPath(new URL('../../dist/web/assets', import.meta.url));

/** Returns the route's path with plausible IDs. */
export function examplePath({ path }: RegisteredRoute): string {
  if (path === '/assets/*') return `/assets/${readdirSync(DASHBOARD_FILES)[0]}`;
  return path
    .replace(':clientId', 'cli_01ARZ3NDEKTSV4RRFFQ69G5FAV')
    .replace(':keyId', 'key_01ARZ3NDEKTSV4RRFFQ69G5FAV')
    .replace(/:\w+/, 'x')
    .replace('*', 'icon.svg');
}
