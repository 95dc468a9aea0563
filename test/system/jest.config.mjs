import configuration from '../../jest.config.mjs';

/** `npm run test:system`: apart from `npm test`, since it starts the real commands some hundred times. */
export default {
  ...configuration,
  rootDir: '../..',
  roots: ['<rootDir>/test/system'],
  testPathIgnorePatterns: ['/node_modules/'],
};
