import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { BadRequestException, Controller, Get, Module, Query } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { ApiOperation } from '@nestjs/swagger';
import { Deprecated } from '../../../../src/core/http/deprecation/deprecated.decorator.js';
import { tellDeprecations } from '../../../../src/core/http/deprecation/deprecation-headers.js';
import { createOpenApiDocument } from '../../../../src/docs/openapi/openapi.document.js';
import { FeaturesModule } from '../../../../src/core/features/features.module.js';
import { OWN_FEATURE_SET } from '../../../../src/boot/features/features.js';

@Controller()
class Routes {
  @Get('old')
  @Deprecated({ since: '2027-01-01T00:00:00Z', sunset: '2027-07-01T00:00:00Z', link: '/docs/versioning#old' })
  @ApiOperation({ operationId: 'getOld', summary: 'The old way' })
  old(@Query('fail') fail?: string): string {
    if (fail) throw new BadRequestException();
    return 'old';
  }

  @Get('ageing')
  @ApiOperation({ operationId: 'getAgeing', summary: 'The way until now' })
  @Deprecated({ since: '2027-01-01T00:00:00Z', link: 'https://example.com/changes' })
  ageing(): string {
    return 'ageing';
  }

  @Get('new')
  @ApiOperation({ operationId: 'getNew', summary: 'The new way' })
  new(): string {
    return 'new';
  }
}

@Module({ imports: [FeaturesModule.forRoot(OWN_FEATURE_SET)], controllers: [Routes] })
class RoutesModule {}

describe('a deprecated route', () => {
  let app: NestFastifyApplication;
  let url: string;
  beforeAll(async () => {
    app = await NestFactory.create<NestFastifyApplication>(RoutesModule, new FastifyAdapter(), {
      logger: false,
    });
    tellDeprecations(app.getHttpAdapter().getInstance());
    await app.listen({ host: '127.0.0.1', port: 0 });
    url = await app.getUrl();
  });
  afterAll(() => app.close());

  const ask = async (path: string, method = 'GET') => {
    const { status, headers } = await fetch(`${url}${path}`, { method });
    const [deprecation, sunset, link] = ['deprecation', 'sunset', 'link'].map((name) => headers.get(name));
    return { status, deprecation, sunset, link };
  };

  // date --date 2027-01-01T00:00:00Z +%s, and date --utc --date 2027-07-01 --rfc-email.
  const OLD = {
    deprecation: '@1798761600',
    sunset: 'Thu, 01 Jul 2027 00:00:00 GMT',
    link: '</docs/versioning#old>; rel="deprecation"; type="text/html"',
  };

  it('says so in every response, including errors', async () => {
    expect(await ask('/old')).toEqual({ status: 200, ...OLD });
    expect(await ask('/old', 'HEAD')).toEqual({ status: 200, ...OLD });
    expect(await ask('/old?fail=1')).toEqual({ status: 400, ...OLD });
  });

  it('has no Sunset header if no date is set', async () => {
    expect(await ask('/ageing')).toEqual({
      status: 200,
      deprecation: '@1798761600',
      sunset: null,
      link: '<https://example.com/changes>; rel="deprecation"; type="text/html"',
    });
  });

  it('is the only kind that does', async () => {
    expect(await ask('/new')).toEqual({ status: 200, deprecation: null, sunset: null, link: null });
  });

  it('is marked in the OpenAPI document, whatever the order of the decorators', () => {
    const { paths } = createOpenApiDocument(app, url);
    expect(paths['/old'].get).toMatchObject({
      operationId: 'getOld',
      summary: 'The old way',
      deprecated: true,
    });
    expect(paths['/ageing'].get).toMatchObject({ summary: 'The way until now', deprecated: true });
    expect(paths['/new'].get?.deprecated).toBeUndefined();
  });
});
