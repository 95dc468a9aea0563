import { AsyncResource } from 'node:async_hooks';
import { type MikroORM, RequestContext } from '@mikro-orm/core';
import type { FastifyInstance } from 'fastify';
import { needsRequestContext } from '../http/fast-path/fast-path.decorator.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** In which the request has its own entity manager; undefined on a fast route. */
    ormContext?: AsyncResource;
  }
}

/** An injected EntityManager or repository is that of the request, as MikroORM documents it; also in middleware. */
export function useRequestContext(fastify: FastifyInstance, orm: MikroORM): void {
  fastify.addHook('onRequest', (request, _reply, done) => {
    if (!needsRequestContext(request)) return done();
    RequestContext.create(orm.em, () => {
      request.ormContext = new AsyncResource('request');
      done();
    });
  });
  // What follows the reading of a body runs in the context of the body's stream.
  fastify.addHook('preValidation', ({ ormContext }, _reply, done) => {
    if (ormContext) ormContext.runInAsyncScope(done);
    else done();
  });
}
