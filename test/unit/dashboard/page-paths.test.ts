import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { PAGE_PATHS } from '../../../src/dashboard/page-paths.js';

const routes = readFileSync(new URL('../../../src/dashboard/web/router.tsx', import.meta.url), 'utf8');

/** Routes below /admin name their paths from there on: each stands for a path that begins with /admin. */
const BELOW_ADMIN = ['/accounts/$accountId', '/service', '/mail'];

const isServed = (path: string) =>
  PAGE_PATHS.some((served) =>
    served.endsWith('/*') ? path.startsWith(served.slice(0, -1)) : served === path,
  );

test('every route of the page is answered with the page', () => {
  const paths = [...routes.matchAll(/path: '([^']+)'/g)].map(([, path]) => path);
  expect(paths.length).toBeGreaterThan(10);
  for (const path of paths) {
    // A feature's page, which is answered with the page where there is such a feature.
    if (path === '/$page') continue;
    const whole = BELOW_ADMIN.includes(path) ? `/admin${path}` : path;
    expect({ path, isServed: isServed(whole) }).toEqual({ path, isServed: true });
  }
});
