import { applyDecorators } from '@nestjs/common';
import { ApiResponseHeaders } from '../response-headers.decorator.js';
import { addRouteConfig } from '../route-config.js';
import { VARY_HEADER } from './vary.js';

/** Whether responses are the same for everybody, so that compressed ones are cached, or differ by caller. */
export type CompressedFor = 'everybody' | 'caller';

declare module 'fastify' {
  interface FastifyContextConfig {
    compressedFor?: CompressedFor;
  }
}

/** Marks a route whose responses are compressed as the caller accepts it. */
export const Compressed = (compressedFor: CompressedFor = 'caller'): MethodDecorator =>
  applyDecorators(addRouteConfig({ compressedFor }), ApiResponseHeaders({ Vary: VARY_HEADER }, '200'));
