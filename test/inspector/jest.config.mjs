import configuration from '../../jest.config.mjs';

/** `npm run test:inspector`: separate from `npm test`, since it installs 110 MB from the registry. */
export default {
  ...configuration,
  rootDir: '../..',
  roots: ['<rootDir>/test/inspector'],
  testPathIgnorePatterns: ['/node_modules/'],
  filter: undefined,
};
