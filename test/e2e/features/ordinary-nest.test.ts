import { beforeAll, describe, expect, it } from '@jest/globals';
import { ApiCaller, signedInCaller } from '../../support/api-caller.js';
import { useTestApp } from '../../support/test-app.js';

const app = useTestApp({ FEATURES: './test/fixtures/features/ordinary/ordinary.feature.ts' });

let caller: ApiCaller;
beforeAll(async () => {
  await signedInCaller(app());
  await signedInCaller(app());
  caller = new ApiCaller(app().url);
});

describe('what Nest and MikroORM document works in a feature', () => {
  it('has async handlers and OnModuleInit', async () => {
    expect(await caller.get('/v1/ordinary/object')).toMatchObject({ status: 200, body: { isReady: true } });
  });

  it('has middleware, on its routes alone', async () => {
    const { headers } = await caller.get('/v1/ordinary/object');
    expect(headers.get('x-marked')).toBe('by a middleware');
    expect((await caller.get('/v1/weather/fields')).headers.get('x-marked')).toBeNull();
  });

  it('has interceptors', async () => {
    expect((await caller.get('/v1/ordinary/wrapped')).body).toEqual({ wrapped: 'inside' });
  });

  it('has pipes', async () => {
    expect((await caller.get('/v1/ordinary/numbers/41')).body).toEqual({ next: 42 });
    expect((await caller.get('/v1/ordinary/numbers/one')).status).toBe(400);
  });

  it('has exception filters', async () => {
    expect(await caller.get('/v1/ordinary/teapot')).toMatchObject({ status: 418, body: { teapot: true } });
  });

  it('has an entity manager and repositories of the request, which share its identity map', async () => {
    const { status, body } = await caller.post('/v1/ordinary/accounts', { text: 'hello' });
    expect({ status, body }).toEqual({ status: 200, body: { text: 'hello', count: 2, isSame: true } });
  });
});
