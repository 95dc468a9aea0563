import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { MikroORM } from '@mikro-orm/postgresql';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { Controller, Get, Module } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import { defineFeature, RequiresApiKey } from 'weather-forecast-service';
import { createApp } from '../../../../src/boot/app.setup.js';
import { loadApplication } from '../../../../src/boot/features/load-features.js';
import { createLogger } from '../../../../src/core/telemetry/logger.js';
import { ApiCaller, createApiKey, createClient, signedInCaller } from '../../../support/api-caller.js';
import { inlinedDocument } from '../../../support/inlined-document.js';
import { expectProblem } from '../../../support/problems.js';
import { type ProblemCode } from '../../../../src/core/features/names.types.js';
import { useTestApp } from '../../../support/test-app.js';
import { readTestServer } from '../../../support/test-postgres.js';

const app = useTestApp({ FEATURES: './test/fixtures/features/ordinary/ordinary.feature.ts' });

let caller: ApiCaller;
let session: ApiCaller;
beforeAll(async () => {
  session = await signedInCaller(app());
  await signedInCaller(app());
  caller = new ApiCaller(app().url);
});

describe('the documented features of Nest and MikroORM work in a feature', () => {
  it('async handlers and OnModuleInit', async () => {
    expect(await caller.get('/v1/ordinary/object')).toMatchObject({ status: 200, body: { isReady: true } });
  });

  it('middleware on its own routes, with an entity manager', async () => {
    const { headers } = await caller.get('/v1/ordinary/object');
    expect(headers.get('x-accounts')).toBe('2');
    expect((await caller.get('/v1/weather/fields')).headers.get('x-accounts')).toBeNull();
  });

  it('interceptors', async () => {
    expect((await caller.get('/v1/ordinary/wrapped')).body).toEqual({ wrapped: 'inside' });
  });

  it('pipes', async () => {
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
  ])('%s', async (_, name, status, code, detail) => {
    const instance = `/v1/ordinary/${name}`;
    const answer = await caller.get(instance);

    expectProblem(answer, status, code, { instance, detail });
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect(answer.headers.get('x-request-id')).not.toBeNull();
  });

  it('exception filters', async () => {
    expect(await caller.get('/v1/ordinary/teapot')).toMatchObject({ status: 418, body: { teapot: true } });
  });

  it('exception filters of the application', async () => {
    expect(await caller.get('/v1/ordinary/kettle')).toMatchObject({ status: 418, body: { kettle: true } });
  });

  it.each([
    [400, 'invalid_parameter'],
    [403, 'forbidden'],
    [404, 'not_found'],
    [409, 'conflict'],
    [410, 'gone'],
    [413, 'payload_too_large'],
    [422, 'unprocessable_entity'],
    [429, 'too_many_requests'],
    [500, 'internal_error'],
    [503, 'service_unavailable'],
  ])('exceptions with the status %i', async (status, code) => {
    const answer = await caller.get(`/v1/ordinary/exceptions/${status}`);
    expect(answer).toMatchObject({ status, body: { status, code, detail: 'Not today.' } });
    expect(answer.headers.get('content-type')).toMatch(/^application\/problem\+json/);
  });

  it('exceptions with a custom response', async () => {
    expect(await caller.get('/v1/ordinary/own-response')).toMatchObject({
      status: 403,
      body: { status: 403, code: 'forbidden', detail: 'Not on Sundays.', weekday: 7 },
    });
  });

  it('exceptions with a cause', async () => {
    expect(await caller.get('/v1/ordinary/upstream')).toMatchObject({
      status: 502,
      body: { status: 502, code: 'bad_gateway', detail: 'Upstream failed.' },
    });
  });

  it('members of the body, and lists', async () => {
    const one = await caller.post('/v1/ordinary/member', { text: 'hello' });
    expect(one).toMatchObject({ status: 200, body: { text: 'hello' } });
    expectProblem(
      await caller.post('/v1/ordinary/greeting', { greeting: { text: 1 } }),
      400,
      'invalid_parameter',
      {
        instance: '/v1/ordinary/greeting',
        pointers: ['/greeting/text'],
      },
    );
    expect(await caller.post('/v1/ordinary/list', [1, 2])).toMatchObject({ status: 200, body: { sum: 3 } });
    expect(await caller.post('/v1/ordinary/list', ['one'])).toMatchObject({ status: 400 });
  });

  it("Nest's throttler, beside the limits of keys", async () => {
    expect((await caller.get('/v1/ordinary/throttled')).status).toBe(200);
    expect((await caller.get('/v1/ordinary/throttled')).status).toBe(429);
  });

  it('access decorators and injected prices on controllers, in a module that imports none of ours, overridden on routes', async () => {
    expectProblem(await caller.get('/v1/keyed/first'), 401, 'missing_api_key', {
      instance: '/v1/keyed/first',
    });
    expect(await caller.get('/v1/keyed/open')).toMatchObject({ status: 200, body: { isKeyed: false } });
    const { key } = await createApiKey(session, await createClient(session));
    const keyed = await caller.get('/v1/keyed/first', { apikey: key });
    expect(keyed).toMatchObject({ status: 200, body: { isKeyed: true } });
    // Of 50,000: the injected price is three units.
    expect(keyed.headers.get('ratelimit')).toMatch(/"day";r=49997;/);
  });

  it('a 400 that a route describes itself, beside the errors that it has like any other', async () => {
    const document = await (await fetch(`${app().url}/openapi.json`)).json();
    const { paths } = inlinedDocument(document as { paths: Record<string, { post: { responses: object } }> });
    const { responses } = paths['/v1/ordinary/doors/{id}'].post;

    expect(responses).toMatchObject({
      400: {
        description: expect.stringMatching(/^The door is locked\.\n\n`malformed_body`: [^`]+$/) as unknown,
      },
      403: { description: expect.stringContaining('`cross_site_request`') as unknown },
      404: { description: expect.stringContaining('`not_found`') as unknown },
      429: { description: expect.stringContaining('`too_many_attempts`') as unknown },
    });
  });

  it('timers with an entity manager', async () => {
    const counted = async () => (await caller.get<{ accounts?: number }>('/v1/ordinary/counted')).body;
    while ((await counted()).accounts === undefined) await sleep(20);
    expect(await counted()).toEqual({ accounts: 2 });
  });

  it('a request-scoped entity manager and repositories, which share its identity map', async () => {
    const { status, body } = await caller.post('/v1/ordinary/accounts', { text: 'hello' });
    expect({ status, body }).toEqual({ status: 200, body: { text: 'hello', count: 2, isSame: true } });
  });
});

it('a price that the module of the controller does not provide is refused at the start', async () => {
  class HolidayPrice {
    readonly place = {};
    units = () => 2;
  }
  @Controller('v1/unpriced')
  @RequiresApiKey('forecast:read', HolidayPrice)
  class UnpricedController {
    @Get()
    @ApiOperation({ operationId: 'getUnpriced', summary: 'A route without its price' })
    get(): object {
      return {};
    }
  }
  @Module({ controllers: [UnpricedController] })
  class UnpricedModule {}
  const dataDirectory = mkdtempSync(join(tmpdir(), 'weather-other-'));
  const { configuration, features } = await loadApplication({ DATA_DIR: dataDirectory, MODELS: 'gfs' }, [
    defineFeature({ name: 'unpriced', module: UnpricedModule }),
  ]);
  const connection = {
    ...readTestServer().connection,
    dbName: app().app.get(MikroORM).config.get('dbName')!,
  };
  await expect(createApp(configuration, connection, createLogger('silent'), features)).rejects.toThrow(
    'UnpricedController has the price HolidayPrice: add it to the providers of its module, without a scope.',
  );
  rmSync(dataDirectory, { recursive: true });
});
