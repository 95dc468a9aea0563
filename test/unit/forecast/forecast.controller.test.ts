import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { DocumentBuilder, SwaggerModule } from '@nestjs/swagger';
import { Test } from '@nestjs/testing';
import { ApiKeyGuard } from '../../../src/api-keys/api-key.guard.js';
import { RequestPaceGuard } from '../../../src/core/http/access/pace/request-pace.guard.js';
import { Configuration } from '../../../src/core/config/configuration.js';
import { ForecastController } from '../../../src/forecast/forecast.controller.js';
import { BatchPrice, BodyPrice, ForecastPrice } from '../../../src/forecast/forecast.prices.js';
import { ForecastQueries } from '../../../src/forecast/request/forecast-queries.js';
import { ForecastService } from '../../../src/forecast/forecast.service.js';
import { ConsensusWeights, DOCUMENTED_WEIGHTS } from '../../../src/weather/consensus/index.js';
import { GroundService } from '../../../src/forecast/ground/ground.service.js';
import { documentMetrics } from '../../../src/weather/metrics/documented-metrics.js';
import { MetricCatalogue } from '../../../src/weather/metrics/metric-catalogue.js';
import { RunCatalogue } from '../../../src/store/catalogue/run-catalogue.js';
import { ClientThrottlerGuard } from '../../../src/usage/limits/client-throttler.guard.js';
import { configuration } from './synthetic-forecasts.js';
import { identity, writeRun } from '../store/synthetic-run.js';
import { NO_GROUND } from '../../support/forecast-service.js';
import { OWN_CATALOGUE } from '../../support/own-catalogue.js';

let directory: string;
let app: NestFastifyApplication;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'runs-'));
  await writeRun(directory, identity(), [{ variable: 'totalOzone', step: 0, value: 301.4, quantum: 0.1 }]);
  const open = { canActivate: () => true };
  const module = await Test.createTestingModule({
    controllers: [ForecastController],
    providers: [
      ForecastService,
      { provide: ForecastQueries, useValue: new ForecastQueries(OWN_CATALOGUE, ['gfs']) },
      ForecastPrice,
      BodyPrice,
      BatchPrice,
      { provide: Configuration, useValue: configuration(384) },
      { provide: MetricCatalogue, useValue: OWN_CATALOGUE },
      { provide: ConsensusWeights, useValue: DOCUMENTED_WEIGHTS },
      { provide: RunCatalogue, useValue: new RunCatalogue(directory) },
      { provide: GroundService, useValue: NO_GROUND },
    ],
  })
    .overrideGuard(ApiKeyGuard)
    .useValue(open)
    .overrideGuard(ClientThrottlerGuard)
    .useValue(open)
    .overrideGuard(RequestPaceGuard)
    .useValue(open)
    .compile();
  app = module.createNestApplication<NestFastifyApplication>(new FastifyAdapter(), { logger: false });
  await app.init();
});

afterAll(async () => {
  app.get(RunCatalogue).close();
  await app.close();
  await rm(directory, { recursive: true });
});

describe('GET /v1/weather/forecast', () => {
  it('returns the JSON text as it is', async () => {
    const url =
      '/v1/weather/forecast?lat=51&lon=11&fields=ozone&source=gfs&startTime=2026-11-20T12:00:00Z&apikey=x';
    const response = await app.inject({ method: 'GET', url });
    expect(response.statusCode).toBe(200);
    expect(response.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(response.headers['cache-control']).toMatch(/^private, max-age=\d+$/);
    expect(response.headers.vary).toBe('Accept-Encoding, apikey');
    expect(response.body.startsWith('{"location":{"lat":51,"lon":11}')).toBe(true);
    expect(response.json()).toMatchObject({
      data: {
        timelines: {
          hourly: [{ time: '2026-11-20T12:00:00Z', values: { ozone: 301 } }, {}, {}, {}, {}, {}, {}],
        },
      },
    });
  });
});

describe('the OpenAPI document of the forecast', () => {
  const document = () => {
    const config = new DocumentBuilder().setOpenAPIVersion('3.1.0').build();
    return documentMetrics(SwaggerModule.createDocument(app, config), OWN_CATALOGUE);
  };

  /** Excludes the headers of conditional requests, which a body has no members for. */
  const queryParameters = () =>
    (document().paths['/v1/weather/forecast'].get!.parameters as { name: string; in: string }[]).filter(
      (parameter) => parameter.in === 'query',
    );

  it('has every parameter', () => {
    const parameters = queryParameters();
    expect(parameters).toHaveLength(12);
    expect(parameters).toEqual(
      [
        'lat',
        'lon',
        'place',
        'fields',
        'timelines',
        'timezone',
        'units',
        'startTime',
        'endTime',
        'source',
        'correction',
        'elevation',
      ].map((name) => expect.objectContaining({ name, in: 'query', required: false }) as unknown),
    );
    expect(parameters).toContainEqual(
      expect.objectContaining({
        name: 'fields',
        style: 'form',
        explode: false,
        schema: { type: 'array', minItems: 1, items: { $ref: '#/components/schemas/MetricName' } },
      }),
    );
  });

  it('has the same parameters as the body has members', () => {
    const { required, properties } = document().components!.schemas!.ForecastRequest as {
      required?: string[];
      properties: Record<string, object>;
    };
    const names = queryParameters().map(({ name }) => name);
    expect(Object.keys(properties).sort()).toEqual(names.sort());
    // Either lat and lon, or place.
    expect(required).toBeUndefined();
  });

  it('lists every metric as nullable, with its units', () => {
    const { properties } = document().components!.schemas!.HourlyValues as {
      properties: Record<string, object>;
    };
    expect(Object.keys(properties)).toEqual(OWN_CATALOGUE.names);
    expect(properties.pressureSurfaceLevel).toMatchObject({
      type: ['number', 'null'],
      description: expect.stringContaining('hPa, to 0.1; imperial: inHg, to 0.01') as unknown,
    });
    expect(properties.humidity).toMatchObject({ type: ['integer', 'null'] });
  });
});
