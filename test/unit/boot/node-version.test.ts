import { expect, it } from '@jest/globals';
import { requireNode } from '../../../src/boot/node-version.js';

it.each(['24.15.0', '24.99.1', '26.0.0', '27.1.0'])('accepts Node.js %s', (version) => {
  expect(() => requireNode(version)).not.toThrow();
});

it.each(['20.20.2', '24.14.9', '25.3.0'])(
  'rejects Node.js %s, and says what the service needs',
  (version) => {
    expect(() => requireNode(version)).toThrow(
      `The service needs Node.js ^24.15.0 || >=26.0.0. This is ${version}.`,
    );
  },
);
