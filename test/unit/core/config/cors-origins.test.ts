import { expect, it } from '@jest/globals';
import { loadConfiguration } from '../../../../src/core/config/load-configuration.js';
import { gfs } from '../../../../src/weather/models/gfs/gfs.model.js';

const load = (text: string) => loadConfiguration({ CORS_ORIGINS: text }, [gfs]).corsOrigins;

it('are read as browsers send them', () => {
  // The ASCII name is that of Python's idna package.
  expect(load('https://bücher.example/, HTTPS://Example.com:443,http://localhost:8080')).toEqual([
    'https://xn--bcher-kva.example',
    'https://example.com',
    'http://localhost:8080',
  ]);
  expect(load('*')).toBeUndefined();
});

it.each([
  'example.com',
  'https://example.com/path',
  'https://ada@example.com',
  'https://example.com?x=1',
  'data:x',
  'https://example.com,x',
])('are not %s', (text) => {
  const fault: unknown = expect.stringMatching(/^CORS_ORIGINS has ".+"; expected origins/);
  expect(() => load(text)).toThrow(expect.objectContaining({ faults: [fault] }));
});
