import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type TestApp } from './test-app.js';

export interface RegisteredRoute {
  method: string;
  /** With `:name` and `*` for what varies. */
  path: string;
}

const LEVEL_WIDTH = 4;

/** Every route that the router knows, also those that Nest does not: read from the tree that Fastify prints. */
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

/** The route's path with ids in it that could exist. */
export function examplePath({ path }: RegisteredRoute): string {
  if (path === '/assets/*') return `/assets/${readdirSync(DASHBOARD_FILES)[0]}`;
  return path
    .replace(':clientId', 'cli_01ARZ3NDEKTSV4RRFFQ69G5FAV')
    .replace(':keyId', 'key_01ARZ3NDEKTSV4RRFFQ69G5FAV')
    .replace(/:\w+/, 'x')
    .replace('*', 'swagger-ui.css');
}
