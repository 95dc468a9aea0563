import { applyDecorators } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import { ApiResponseHeaders } from '../response-headers.decorator.js';
import { addRouteConfig } from '../route-config.js';

declare module 'fastify' {
  interface FastifyContextConfig {
    deprecation?: Deprecation;
  }
}

/** The deprecation notice of a route. */
export interface Deprecation {
  /** When the route was deprecated: ISO 8601. */
  since: string;
  /** The earliest time of its removal: ISO 8601. */
  sunset?: string;
  /** What to use instead: a path of this service or a URL. */
  link: string;
}

const HEADERS = {
  Deprecation: {
    description: 'When the operation was deprecated (RFC 9745).',
    required: true,
    example: '@1767225600',
  },
  Sunset: {
    description: 'The earliest date the operation can be removed (RFC 8594).',
    example: 'Wed, 01 Jul 2026 00:00:00 GMT',
  },
  Link: {
    description: 'What to use instead.',
    required: true,
    example: '</docs/versioning>; rel="deprecation"; type="text/html"',
  },
};

/**
 * Marks a route as deprecated, in the OpenAPI document and in each response: with `Deprecation` (RFC 9745), `Link` and,
 * if the removal date is set, `Sunset` (RFC 8594). /docs/versioning describes the policy.
 */
export const Deprecated = (deprecation: Deprecation) =>
  applyDecorators(
    addRouteConfig({ deprecation }),
    // Members that it omits keep the values of the route's other @ApiOperation.
    ApiOperation({ summary: undefined, deprecated: true }),
    ApiResponseHeaders(HEADERS),
  );
