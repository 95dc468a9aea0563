import 'reflect-metadata';
import { expect, it } from '@jest/globals';
import { Controller, Get, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { fastify } from 'fastify';
import { Compressed } from '../../../../src/core/http/coding/compressed.decorator.js';
import { CrossOrigin } from '../../../../src/core/http/cross-origin.decorator.js';
import { Deprecated } from '../../../../src/core/http/deprecation/deprecated.decorator.js';
import { FastPath } from '../../../../src/core/http/fast-path/fast-path.decorator.js';
import { RouteTable } from '../../../../src/core/http/route-table.js';

const DEPRECATION = { since: '2027-01-01T00:00:00Z', link: '/docs/versioning' };

@Controller()
class MarkedController {
  @CrossOrigin({ reads: ['x-station'] })
  @Deprecated(DEPRECATION)
  @Get('marked')
  @Compressed('everybody')
  @FastPath()
  marked(): string {
    return '';
  }

  @Get('plain')
  plain(): string {
    return '';
  }
}

@Module({ controllers: [MarkedController] })
class MarkedModule {}

it('combines what several decorators of a route set', async () => {
  const adapter = new FastifyAdapter();
  const configs = new Map<string, unknown>();
  adapter.getInstance().addHook('onRoute', ({ url, config }) => void configs.set(url, config));
  const app = await NestFactory.create<NestFastifyApplication>(MarkedModule, adapter, { logger: false });
  await app.init();
  await app.close();

  const OF_FAST_PATH = { isFast: true, isRoutine: true };
  expect(configs.get('/marked')).toMatchObject({
    crossOrigin: { reads: ['x-station'] },
    deprecation: DEPRECATION,
    compressedFor: 'everybody',
    ...OF_FAST_PATH,
  });
  expect(Object.keys(configs.get('/plain') ?? {})).not.toContain('crossOrigin');
});

it('allows cross-origin requests to unknown paths next to a cross-origin route, but to no other route', async () => {
  const table = new RouteTable();
  const app = fastify();
  table.watch(app);
  const answer = () => '';
  app.get('/v1/alerts/frost', { config: { crossOrigin: {} } }, answer);
  app.get('/v1/alerts/own', answer);
  app.post('/open', { config: { crossOrigin: {} } }, answer);
  await app.ready();

  const isOpen = (path: string) => table.crossOriginOf(path) !== undefined;
  expect(['/v1/alerts/frost', '/v1/alerts/unknown', '/v1/alerts/%zz'].map(isOpen)).toEqual([
    true,
    true,
    true,
  ]);
  expect(['/v1/alerts/own', '/v1/unknown', '/unknown'].map(isOpen)).toEqual([false, false, false]);
});

it('allows at a path what each of its routes reads and exposes', async () => {
  const table = new RouteTable();
  const app = fastify();
  table.watch(app);
  app.get('/v1/frost', { config: { crossOrigin: { reads: ['last-event-id'] } } }, () => '');
  app.post(
    '/v1/frost',
    { config: { crossOrigin: { reads: ['x-a', 'last-event-id'], exposes: ['X-B'] } } },
    () => '',
  );
  await app.ready();

  expect(table.crossOriginOf('/v1/frost')).toEqual({
    reads: ['last-event-id', 'x-a'],
    exposes: ['X-B'],
    isListedOnly: false,
  });
});
