import { afterAll, beforeAll } from '@jest/globals';
import { type SignedInCaller, signedInCaller } from './api-caller.js';
import { RedisServer } from './redis-server.js';
import { startTestApp, type TestApp } from './test-app.js';

/** Starts a service whose Redis was available while an account signed in, but is down now. */
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
