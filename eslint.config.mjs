import { globSync } from 'node:fs';
import { basename, dirname, relative } from 'node:path';
import eslint from '@eslint/js';
import tseslint from 'typescript-eslint';

/** By folder, the feature that is defined in it. Folders of core are named after the features that they serve. */
const FEATURE_IN = new Map([
  ...globSync('src/core/*', { cwd: import.meta.dirname }).map((folder) => [folder, basename(folder)]),
  ...globSync('src/**/*.feature.ts', { cwd: import.meta.dirname }).map((path) => [
    dirname(path),
    basename(path, '.feature.ts'),
  ]),
]);

function featureOf(path) {
  let folder = dirname(relative(import.meta.dirname, path));
  while (folder !== '.' && !FEATURE_IN.has(folder)) folder = dirname(folder);
  return FEATURE_IN.get(folder);
}

/** Only a feature's own code may change its entities; others call its services. The test own-tables checks queries. */
const ownEntities = {
  create(context) {
    const { getTypeAtLocation } = context.sourceCode.parserServices;
    const check = (object) => {
      const type = getTypeAtLocation(object);
      for (const { symbol } of type.isUnionOrIntersection() ? type.types : [type]) {
        const path = symbol?.declarations?.[0].getSourceFile().fileName ?? '';
        if (path.endsWith('.entity.ts') && featureOf(path) !== featureOf(context.filename))
          context.report({ node: object, message: `${symbol.name} is another feature's: ask its service.` });
      }
    };
    return {
      'AssignmentExpression > MemberExpression.left'({ object }) {
        check(object);
      },
      "CallExpression[callee.property.name='assign']"({ arguments: [target] }) {
        check(target);
      },
    };
  },
};

export default tseslint.config(
  { ignores: ['dist', 'dist.*', 'openapi/openapi.ts', 'node_modules', '.data', 'coverage'] },
  eslint.configs.recommended,
  {
    files: ['**/*.{ts,tsx}'],
    extends: [tseslint.configs.recommendedTypeChecked, tseslint.configs.stylisticTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      // Nest modules and decorated parameter objects are classes without members.
      '@typescript-eslint/no-extraneous-class': 'off',
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      '@typescript-eslint/consistent-type-definitions': ['error', 'interface'],
      '@typescript-eslint/prefer-nullish-coalescing': 'off',
      // A feature adds the names of a list to an interface by extending it.
      '@typescript-eslint/no-empty-object-type': ['error', { allowInterfaces: 'with-single-extends' }],
      // The decoder and the reader consist of numeric loops over typed arrays, which need the index.
      '@typescript-eslint/prefer-for-of': 'off',
      'max-lines': ['error', { max: 300, skipBlankLines: true, skipComments: true }],
    },
  },
  {
    files: ['src/**/*.ts'],
    plugins: { features: { rules: { 'own-entities': ownEntities } } },
    rules: {
      'features/own-entities': 'error',
      'no-restricted-syntax': [
        'error',
        {
          selector: "CallExpression[arguments.length=0] > MemberExpression[property.name='fork']",
          message:
            "Use the injected EntityManager, which is the request's. Work outside of requests starts with RequestContext.create().",
        },
      ],
    },
  },
  {
    // A separate project, in which the package name resolves to this project's sources.
    files: ['test/extension/**/*.ts'],
    languageOptions: { parserOptions: { projectService: false, project: ['./tsconfig.json'] } },
    rules: {
      '@typescript-eslint/no-floating-promises': [
        'error',
        {
          allowForKnownSafeCalls: [
            { from: 'package', name: ['after', 'before', 'test'], package: 'node:test' },
          ],
        },
      ],
    },
  },
  {
    files: ['**/*.mjs'],
    languageOptions: { globals: { process: 'readonly', console: 'readonly', URL: 'readonly' } },
  },
);
