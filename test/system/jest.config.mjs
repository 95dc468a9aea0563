import configuration from '../../jest.config.mjs';

/** `npm run test:system`: separate from `npm test`, since it starts the real commands about a hundred times. */
export default {
  ...configuration,
  rootDir: '../..',
  roots: ['<rootDir>/test/system'],
  testPathIgnorePatterns: ['/node_modules/'],
  filter: undefined,
};
