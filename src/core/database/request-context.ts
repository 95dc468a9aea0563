import { AsyncResource } from 'node:async_hooks';
import { type MikroORM, RequestContext } from '@mikro-orm/core';
import type { FastifyInstance } from 'fastify';
import { needsRequestContext } from '../http/fast-path/fast-path.decorator.js';
import { withRequestId } from '../http/request-id.js';

/**
 * Makes an injected EntityManager or repository resolve to the request's own, as MikroORM documents it, also in
 * middleware.
 */
export function useRequestContext(fastify: FastifyInstance, orm: MikroORM): void {
  fastify.addHook('onRequest', (request, _reply, done) => {
    if (!needsRequestContext(request)) return done();
    withRequestId(request.id, () =>
      RequestContext.create(orm.em, () => {
        request.ormContext = new AsyncResource('request');
        done();
      }),
    );
  });
  // After the body has been read, hooks run in the async context of its stream.
  fastify.addHook('preValidation', ({ ormContext }, _reply, done) => {
    if (ormContext) ormContext.runInAsyncScope(done);
    else done();
  });
}
