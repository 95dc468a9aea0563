import configuration from '../../jest.config.mjs';

/** `npm run test:measure`: the tests that measure time, memory or locks, one after another. Nothing else may run beside them. */
export default {
  ...configuration,
  rootDir: '../..',
  roots: ['<rootDir>/test/measure'],
  testPathIgnorePatterns: ['/node_modules/'],
  filter: undefined,
  maxWorkers: 1,
};
