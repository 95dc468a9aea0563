import { expect, it } from '@jest/globals';
import { loadConfiguration } from '../../../../src/core/config/load-configuration.js';

const PUBLIC = 'https://copernicus-dem-90m.s3.amazonaws.com';

it.each<[NodeJS.ProcessEnv, unknown]>([
  [{}, { baseUrl: PUBLIC, cacheBytes: 500_000_000 }],
  [{ INGEST_SCHEDULE: 'off' }, { cacheBytes: 500_000_000 }],
  [{ TERRAIN_BASE_URL: 'off', TERRAIN_CACHE_MB: '20' }, { cacheBytes: 20_000_000 }],
  [
    { INGEST_SCHEDULE: 'off', TERRAIN_BASE_URL: 'http://mirror/tiles/' },
    { baseUrl: 'http://mirror/tiles', cacheBytes: 500_000_000 },
  ],
  [{ TERRAIN_BASE_URL: 'file:///mnt/tiles' }, { baseUrl: 'file:///mnt/tiles', cacheBytes: 500_000_000 }],
])('%j is read as %j', (environment, terrain) => {
  expect(loadConfiguration(environment).terrain).toEqual(terrain);
});

it.each([
  [{ TERRAIN_BASE_URL: 'ftp://mirror' }, 'TERRAIN_BASE_URL must be a URL that starts with'],
  [{ TERRAIN_BASE_URL: 'https://me:secret@mirror' }, "TERRAIN_BASE_URL can't have a user name or password"],
  [{ TERRAIN_CACHE_MB: '19' }, 'TERRAIN_CACHE_MB must be a whole number from 20 to 1000000, not "19".'],
])('%j is refused', (environment, fault) => {
  expect(() => loadConfiguration(environment)).toThrow(fault);
});
