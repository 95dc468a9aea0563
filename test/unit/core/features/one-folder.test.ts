import { globSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect, it } from '@jest/globals';

const SOURCES = globSync('src/**/*.{ts,tsx}');
const IMPORTED = /(?:from|import\()\s*['"]([^'"]+)['"]/g;

/** Returns what the file imports: paths from the root of the project, and names of packages. */
function importsOf(path: string): string[] {
  const specifiers = [...readFileSync(path, 'utf8').matchAll(IMPORTED)].map(([, specifier]) => specifier);
  return specifiers.map((specifier) => (specifier.startsWith('.') ? join(path, '..', specifier) : specifier));
}

/** Returns the files outside a folder that import anything from it, once for each import. */
function linesElsewhere(folder: string): string[] {
  return SOURCES.filter((path) => relative(folder, path).startsWith('..')).flatMap((path) =>
    importsOf(path).flatMap((imported) => (imported.startsWith(`${folder}/`) ? path : [])),
  );
}

describe('a built-in model is a folder plus a line in the list of models:', () => {
  const folders = globSync('src/weather/models/*/*.model.ts').map((path) => join(path, '..'));

  it.each(folders)('%s', (folder) => {
    // Models of the same origin share code in the folder of one of them.
    const beyondModels = linesElsewhere(folder).filter((path) => !/^src\/weather\/models\/.+\//.test(path));
    expect(beyondModels).toEqual(['src/weather/models/own-models.ts']);
  });

  it('and nothing else names a model, except examples in documentation', () => {
    const names = folders.map((folder) => relative('src/weather/models', folder)).join('|');
    const named = new RegExp(`(?<!example: |model: )'(?:${names})'`);
    const others = SOURCES.filter((path) => !path.startsWith('src/weather/models/'));
    expect(others.filter((path) => named.test(readFileSync(path, 'utf8')))).toEqual([]);
  });
});

// `test/extension/test` tests these features against the packed package.
describe('in another package, a single folder and its name in FEATURES add', () => {
  it.each([
    ['a model', 'valley', 'valley', ['valley.feature.ts', 'valley.model.ts']],
    [
      'a way to sign in',
      'company-sign-in',
      'sessions/company',
      [
        'company-assertions.ts',
        'company-sign-in.controller.ts',
        'company-sign-in.feature.ts',
        'company-sign-in.module.ts',
      ],
    ],
  ])('%s', (_, name, itsOwn, files) => {
    const folder = join('test/extension/src', name);

    expect(readdirSync(folder).sort()).toEqual(files);
    const imported = files.flatMap((file) => importsOf(join(folder, file)));
    const outside = imported.filter((path) => !path.startsWith(folder) && path.startsWith('test/'));
    expect(outside).toEqual([]);
    expect(imported.filter((path) => path.startsWith('weather-forecast-service/'))).toEqual([]);
    const naming = SOURCES.filter((path) => readFileSync(path, 'utf8').includes(itsOwn));
    expect(naming).toEqual([]);
  });
});
