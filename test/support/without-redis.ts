import { afterAll, beforeAll } from '@jest/globals';
import { type SignedInCaller, signedInCaller } from './api-caller.js';
import { RedisServer } from './redis-server.js';
import { startTestApp, type TestApp } from './test-app.js';

/** A service whose Redis was there while an account signed in, and is away now. */
export function useAppWithoutRedis(): () => { app: TestApp; caller: SignedInCaller } {
  let app: TestApp;
  let caller: SignedInCaller;
  beforeAll(async () => {
    const redis = await RedisServer.start();
    app = await startTestApp({ REDIS_URL: redis.url });
    caller = await signedInCaller(app);
    await redis.stop();
  });
  afterAll(() => app.close());
  return () => ({ app, caller });
}
