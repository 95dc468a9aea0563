import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { OWN_FEATURE_SET } from '../../../src/boot/features/features.js';

const router = readFileSync(new URL('../../../src/dashboard/web/router.tsx', import.meta.url), 'utf8');

/** A route; `parent` is the route whose path it extends. */
interface Route {
  parent?: string;
  path: string;
  /** The folder of its page. */
  folder?: string;
}

const pairs = (pattern: RegExp) =>
  new Map([...router.matchAll(pattern)].map(([, name, value]) => [name, value]));
const PARENTS = pairs(/const (\w+) = \{ getParentRoute: \(\) => (\w+) \}/g);
const FOLDERS = pairs(/const (\w+) = page\(\s*\(\) => import\('\.\/pages\/([\w-]+)\//g);

/** By the name of their constant. */
const ROUTES = new Map<string, Route>(
  [
    ...router.matchAll(
      /const (\w+) = createRoute\(\{\s+\.\.\.(\w+),\s+path: '([^']+)'((?:(?!\nconst )[^])*)/g,
    ),
  ].map(([, name, place, path, rest]) => {
    const component = /component: (\w+)/.exec(rest)?.[1] ?? '';
    return [name, { parent: PARENTS.get(place), path, folder: FOLDERS.get(component) }];
  }),
);

/** The path as the service names it. */
function servedPathOf({ parent, path }: Route): string {
  const above = ROUTES.get(parent ?? '')?.path ?? '';
  return `${above}${path}`.replace(/(?<=.)\/$/, '').replace(/\$\w+$/, '*');
}

test('the dashboard has a route for each scriptless page that a feature declares, and no other routes', () => {
  const declared = OWN_FEATURE_SET.pages.filter(({ script }) => script === undefined).map(({ path }) => path);
  const routed = [...ROUTES.values()].map(servedPathOf);

  expect(ROUTES.size).toBe([...router.matchAll(/\bpath: '/g)].length);
  // `/*` serves the pages of other features, which have a script.
  expect([...new Set(routed)].sort()).toEqual([...declared, '/*'].sort());
});

test("each page stands in a folder with its feature's name", () => {
  const folders = [...ROUTES.values()]
    .filter(({ folder }) => folder !== undefined)
    .map((route) => [servedPathOf(route), route.folder!]);
  const declared = OWN_FEATURE_SET.features.flatMap(({ name, dashboard = [] }) =>
    dashboard.map(({ path }) => [path, name] as const),
  );
  const featureOf = new Map<string, string>([...declared, ['/*', 'feature']]);

  expect(folders.length).toBeGreaterThan(20);
  expect(folders).toEqual(folders.map(([path]) => [path, featureOf.get(path)]));
});
