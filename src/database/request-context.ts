import { type MikroORM, RequestContext } from '@mikro-orm/core';
import type { FastifyInstance } from 'fastify';

/**
 * An injected EntityManager or repository is that of the request, as MikroORM documents it. Only a fast route has none: it
 * asks the database nothing. Before the body was read would be too early: what follows it runs in another context.
 */
export function useRequestContext(fastify: FastifyInstance, orm: MikroORM): void {
  fastify.addHook('preValidation', (request, _reply, done) => {
    if (request.routeOptions.config.isFast) done();
    else RequestContext.create(orm.em, done);
  });
}
