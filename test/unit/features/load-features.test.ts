import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { FeatureError } from '../../../src/features/feature-error.js';
import { OWN_FEATURE_SET } from '../../../src/features/features.js';
import { loadFeatures } from '../../../src/features/load-features.js';

let directory: string;
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'weather-features-'));
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

function write(name: string, text: string): string {
  const path = join(directory, name);
  writeFileSync(path, text);
  return path;
}

it('gives our own features where none are named', async () => {
  expect(await loadFeatures([])).toBe(OWN_FEATURE_SET);
});

it('adds the default exports of modules, in their order', async () => {
  const one = write('one.mjs', `export default { name: 'one' };`);
  const two = write('two.mjs', `export default { name: 'two' };`);

  const { features } = await loadFeatures([one, two]);

  expect(features.slice(-2).map(({ name }) => name)).toEqual(['one', 'two']);
});

it.each([
  ['a module that is missing', () => './none.mjs', /^The feature \.\/none\.mjs cannot be loaded: .*$/],
  [
    'a module that fails',
    () => write('failing.mjs', `throw new Error('out of order');`),
    /^The feature .*failing\.mjs cannot be loaded: out of order$/,
  ],
  [
    'a module without a default export',
    () => write('empty.mjs', ''),
    /^A feature must be created with defineFeature\(\)/,
  ],
  [
    'one feature twice',
    () => write('docs.mjs', `export default { name: 'docs' };`),
    /^Two features claim the name docs/,
  ],
])('refuses %s in one line', async (_, specifier, message) => {
  const loading = loadFeatures([specifier()]);

  await expect(loading).rejects.toThrow(FeatureError);
  await expect(loading).rejects.toThrow(message);
});
