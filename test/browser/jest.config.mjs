import configuration from '../../jest.config.mjs';

/** `npm run test:browser`: the tests that need Chromium, which `npm test` skips. */
export default {
  ...configuration,
  rootDir: '../..',
  roots: ['<rootDir>/test/browser'],
  testPathIgnorePatterns: ['/node_modules/'],
  filter: undefined,
  maxWorkers: '100%',
};
