import { describe } from '@jest/globals';
import { isRedisInstalled } from './redis-server.js';

if (!isRedisInstalled && process.env.CI)
  throw new Error('redis-server is not installed, and CI skips nothing.');

/** For tests that need a Redis server; skipped if none is installed. */
export const describeWithRedis = isRedisInstalled ? describe : describe.skip;
