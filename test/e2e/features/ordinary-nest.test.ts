import { beforeAll, describe, expect, it } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import { ApiCaller, signedInCaller } from '../../support/api-caller.js';
import { expectProblem } from '../../support/problems.js';
import { type ProblemCode } from '../../../src/features/names.types.js';
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

  it('has middleware, on its routes alone, with an entity manager', async () => {
    const { headers } = await caller.get('/v1/ordinary/object');
    expect(headers.get('x-accounts')).toBe('2');
    expect((await caller.get('/v1/weather/fields')).headers.get('x-accounts')).toBeNull();
  });

  it('has interceptors', async () => {
    expect((await caller.get('/v1/ordinary/wrapped')).body).toEqual({ wrapped: 'inside' });
  });

  it('has pipes', async () => {
    expect((await caller.get('/v1/ordinary/numbers/41')).body).toEqual({ next: 42 });
    expectProblem(await caller.get('/v1/ordinary/numbers/one'), 400, 'invalid_parameter', {
      instance: '/v1/ordinary/numbers/one',
      detail: 'Validation failed (numeric string is expected)',
    });
  });

  it.each<[string, string, number, ProblemCode, string]>([
    ['guards', 'guarded', 403, 'forbidden', 'Forbidden resource'],
    ["Nest's exceptions", 'taken', 409, 'conflict', 'The name is taken.'],
    ['middleware that throws', 'refused', 401, 'unauthenticated', 'Not without a password.'],
  ])('has %s', async (_, name, status, code, detail) => {
    const instance = `/v1/ordinary/${name}`;
    const answer = await caller.get(instance);

    expectProblem(answer, status, code, { instance, detail });
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect(answer.headers.get('x-request-id')).not.toBeNull();
  });

  it('has exception filters', async () => {
    expect(await caller.get('/v1/ordinary/teapot')).toMatchObject({ status: 418, body: { teapot: true } });
  });

  it('has timers, with an entity manager', async () => {
    const counted = async () => (await caller.get<{ accounts?: number }>('/v1/ordinary/counted')).body;
    while ((await counted()).accounts === undefined) await sleep(20);
    expect(await counted()).toEqual({ accounts: 2 });
  });

  it('has an entity manager and repositories of the request, which share its identity map', async () => {
    const { status, body } = await caller.post('/v1/ordinary/accounts', { text: 'hello' });
    expect({ status, body }).toEqual({ status: 200, body: { text: 'hello', count: 2, isSame: true } });
  });
});
