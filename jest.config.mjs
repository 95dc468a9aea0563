import { availableParallelism } from 'node:os';

/** @type {import('jest').Config} */
export default {
  testEnvironment: '<rootDir>/test/support/shared-modules/environment.mjs',
  runtime: '<rootDir>/test/support/shared-modules/runtime.mjs',
  roots: ['<rootDir>/test'],
  testMatch: ['**/*.test.ts'],
  filter: '<rootDir>/test/support/chosen-suites.mjs',
  // These start the real commands (npm run test:system), Chromium (test:browser) or a large package (test:inspector), or
  // measure time or memory (test:measure).
  testPathIgnorePatterns: [
    '/node_modules/',
    '<rootDir>/test/browser/',
    '<rootDir>/test/extension/',
    '<rootDir>/test/inspector/',
    '<rootDir>/test/measure/',
    '<rootDir>/test/system/',
  ],
  extensionsToTreatAsEsm: ['.ts'],
  moduleNameMapper: {
    '^(\\.{1,2}/.*)\\.js$': '$1',
    // The example project is built against the package, but tested here against the sources.
    '^weather-forecast-service$': '<rootDir>/src/index.ts',
  },
  transform: {
    '^.+\\.ts$': [
      '@swc/jest',
      {
        jsc: {
          parser: { syntax: 'typescript', decorators: true },
          transform: { legacyDecorator: true, decoratorMetadata: true },
          target: 'es2024',
          keepClassNames: true,
          experimental: { keepImportAttributes: true },
        },
        module: { type: 'es6' },
        sourceMaps: 'inline',
      },
    ],
  },
  globalSetup: '<rootDir>/test/support/global-setup.mjs',
  globalTeardown: '<rootDir>/test/support/global-teardown.mjs',
  setupFiles: ['<rootDir>/test/support/setup-nest.ts'],
  // Generous, since a busy machine can take many times longer than a quiet one. No test depends on it.
  testTimeout: 300_000,
  testSequencer: '<rootDir>/test/support/longest-first.mjs',
  // More than the number of processors, as many suites wait for other processes. Jest accepts no percentage above 100.
  maxWorkers: Math.ceil(1.5 * availableParallelism()),
  // Each suite loads every module again, and its worker keeps them all in memory.
  workerIdleMemoryLimit: '1GB',
};
