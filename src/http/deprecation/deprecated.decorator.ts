import { applyDecorators } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import { ApiResponseHeaders } from '../response-headers.decorator.js';
import { addRouteConfig } from '../route-config.js';

declare module 'fastify' {
  interface FastifyContextConfig {
    deprecation?: Deprecation;
  }
}

/** What callers of a route that will go are told. */
export interface Deprecation {
  /** From when on it should not be used: ISO 8601. */
  since: string;
  /** When it goes, at the earliest: ISO 8601. */
  sunset?: string;
  /** What to use instead: a path of ours or a URL. */
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
 * Marks a route that will go: each of its answers carries `Deprecation` (RFC 9745), `Link` and, where the day is set,
 * `Sunset` (RFC 8594), and the OpenAPI document says so. The policy stands in /docs/versioning.
 */
export const Deprecated = (deprecation: Deprecation) =>
  applyDecorators(
    addRouteConfig({ deprecation }),
    // What it does not name stays as another @ApiOperation of the route has it.
    ApiOperation({ summary: undefined, deprecated: true }),
    ApiResponseHeaders(HEADERS),
  );
