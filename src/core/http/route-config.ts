import { RouteConfig } from '@nestjs/platform-fastify';
import { FASTIFY_ROUTE_CONFIG_METADATA } from '@nestjs/platform-fastify/constants.js';
import type { FastifyContextConfig } from 'fastify';

/** Like Nest's `RouteConfig`, which overwrites the config set by other decorators of the route. */
export function addRouteConfig(config: FastifyContextConfig): MethodDecorator {
  return (prototype, name, descriptor) => {
    const others = Reflect.getMetadata(FASTIFY_ROUTE_CONFIG_METADATA, descriptor.value as object) as
      FastifyContextConfig | undefined;
    RouteConfig({ ...others, ...config })(prototype, name, descriptor);
  };
}
