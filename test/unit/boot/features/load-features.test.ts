import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { FeatureError } from '../../../../src/core/features/feature-error.js';
import { OWN_FEATURE_SET } from '../../../../src/boot/features/features.js';
import { loadApplication, loadFeatures } from '../../../../src/boot/features/load-features.js';
import { ConfigurationError } from '../../../../src/core/config/configuration-error.js';
import { sourceUrl } from '../../../support/child-program.js';

let directory: string;
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'weather-features-'));
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

function write(name: string, text: string): string {
  const path = join(directory, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  return path;
}

it('returns the built-in features if no others are named', async () => {
  expect(await loadFeatures([])).toBe(OWN_FEATURE_SET);
});

it('appends the default exports of modules in order', async () => {
  const one = write('one.mjs', `export default { name: 'one' };`);
  const two = write('two.mjs', `export default { name: 'two' };`);

  const { features } = await loadFeatures([one, two]);

  expect(features.slice(-2).map(({ name }) => name)).toEqual(['one', 'two']);
});

describe('specifiers are resolved from the working directory, as by import:', () => {
  const writePackage = (name: string, exported: object, files: Record<string, string>) => {
    write(`node_modules/${name}/package.json`, JSON.stringify({ name, type: 'module', exports: exported }));
    for (const [file, text] of Object.entries(files)) write(`node_modules/${name}/${file}`, text);
    return name;
  };
  const compiled = (name: string) =>
    `Object.defineProperty(exports, '__esModule', { value: true }); exports.default = { name: '${name}' };`;

  /** Uses a separate process, since Jest resolves modules differently. */
  function namesIn(...specifiers: string[]): string[] {
    const register = fileURLToPath(new URL('../../../support/register-typescript.mjs', import.meta.url));
    const program = `
      import { loadOthers } from '${sourceUrl('core/features/load-others.ts')}';
      console.log(JSON.stringify(await loadOthers(${JSON.stringify(specifiers)})));`;
    const words = ['--import', register, '--input-type=module', '--eval', program];
    const output = execFileSync(process.execPath, words, { cwd: directory, encoding: 'utf8' });
    return (JSON.parse(output) as { name: string }[]).map(({ name }) => name);
  }

  it('packages that support import, both, or require', () => {
    const modern = writePackage(
      'modern',
      { '.': { types: './index.d.ts', import: './index.js' } },
      { 'index.js': `export default { name: 'modern' };` },
    );
    const dual = writePackage(
      '@storms/dual',
      { '.': { import: './index.js', require: './index.cjs' }, './other': './other.cjs' },
      {
        'index.js': `export default { name: 'dual' };`,
        'index.cjs': compiled('wrong'),
        'other.cjs': compiled('compiled'),
      },
    );

    expect(namesIn(modern, dual, `${dual}/other`)).toEqual(['modern', 'dual', 'compiled']);
  });

  it('paths with and without ./, and file: URLs', () => {
    const path = write('dist/storms.mjs', `export default { name: 'storms' };`);
    write('dist/frost.cjs', compiled('frost'));

    const specifiers = ['./dist/storms.mjs', 'dist/storms.mjs', 'dist/frost.cjs', pathToFileURL(path).href];
    expect(namesIn(...specifiers)).toEqual(['storms', 'storms', 'frost', 'storms']);
  });
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
    /^The feature .*empty\.mjs cannot be loaded: it has no default export\.$/,
  ],
  [
    'a compiled module without a default export',
    () => write('empty.cjs', `exports.__esModule = true;`),
    /^The feature .*empty\.cjs cannot be loaded: it has no default export\.$/,
  ],
  [
    'one feature twice',
    () => write('docs.mjs', `export default { name: 'docs' };`),
    /^Two features claim the name docs/,
  ],
  [
    'an invalid value',
    () => write('tags.mjs', `export default { name: 'storms', tags: ['Storms'] };`),
    /^The feature "storms" has a wrong value: tags must be a list of \{ name, description \}\.$/,
  ],
])('rejects %s in one line', async (_, specifier, message) => {
  const loading = loadFeatures([specifier()]);

  await expect(loading).rejects.toThrow(FeatureError);
  await expect(loading).rejects.toThrow(message);
});

it('reports the errors of settings and features together', async () => {
  // The missing feature may define the model, so the model's name isn't an error.
  const loading = loadApplication({ FEATURES: './none.mjs', PORT: 'abc', MODELS: 'gfs,valley' });

  await expect(loading).rejects.toThrow(ConfigurationError);
  await expect(loading).rejects.toThrow(
    / faults:\n {2}PORT .*\n {2}The feature \.\/none\.mjs cannot be loaded: .*$/,
  );
});
